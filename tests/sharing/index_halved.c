/* Two neighbours share a slot: the number is distinct, half of it is not. Twice the number, and one more, are. */
#include <pthread.h>
#include "snag_ask.h"

enum { WORKERS = 4 };
static long half[WORKERS], twice[2 * WORKERS], rest[WORKERS];

static void *worker(void *argument)
{
	long me = (long)argument;

	snag_whose(&half[me / 2]); // ANSWER: shared
	half[me / 2]++; // RACE 1
	snag_whose(&half[me >> 1]); // ANSWER: shared
	half[me >> 1]++; // RACE 1
	snag_whose(&rest[me % 2]); // ANSWER: shared
	rest[me % 2]++; // RACE 2
	rest[me & 1]++; // RACE 2
	snag_whose(&twice[2 * me]); // ANSWER: indexed
	twice[2 * me]++; // NORACE
	twice[2 * me + 1]++; // NORACE
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
