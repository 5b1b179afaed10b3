/* As index_drawn.c, but the number is what the counter holds after somebody's step: two workers may see the same. */
#include <pthread.h>
#include <stdatomic.h>
#include "snag_ask.h"

enum { WORKERS = 4 };
static atomic_int next;
static long count[WORKERS + 1];

static void *worker(void *argument)
{
	int me;

	atomic_fetch_add(&next, 1);
	me = atomic_load(&next);
	snag_whose(&count[me]); // ANSWER: shared
	for (int i = 0; i < 100; i++)
		count[me]++; // RACE
	return argument;
}

int main(void)
{
	pthread_t t[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	return (int)count[0] & 1;
}
