/* As the even and odd slots of index_halved.c, but the third one is the next thread's first. */
#include <pthread.h>
#include "snag_ask.h"

enum { WORKERS = 4 };
static long twice[2 * WORKERS + 1], wide[2 * WORKERS + 2];

static void *worker(void *argument)
{
	long me = (long)argument;

	snag_whose(&twice[2 * me]); // ANSWER: shared
	twice[2 * me]++; // RACE 1
	twice[2 * me + 1]++; // NORACE
	twice[2 * me + 2]++; // RACE 1
	wide[2 * me + 1]++; // RACE 2
	wide[2 * me + 3]++; // RACE 2
	return NULL;
}

int main(void)
{
	pthread_t t[WORKERS];

	for (long i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, worker, (void *)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	return (int)twice[0] & 1;
}
