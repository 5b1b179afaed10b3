/* Each worker draws its number from an atomic counter: no two get the same. */
#include <pthread.h>
#include <stdatomic.h>
#include "snag_ask.h"

enum { WORKERS = 4 };
static atomic_int next;
static long count[WORKERS];

static void *worker(void *argument)
{
	int me = atomic_fetch_add(&next, 1);

	snag_whose(&count[me]); // ANSWER: indexed ; today: shared
	for (int i = 0; i < 100; i++)
		count[me]++; // NORACE
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
