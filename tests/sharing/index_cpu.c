/* Counters by CPU: a thread moves, and two threads run on one CPU in turn. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include "snag_ask.h"

enum { CPUS = 64 };
static struct { long n; char pad[56]; } counter[CPUS];

static void *worker(void *argument)
{
	int cpu = sched_getcpu();

	if (cpu < 0 || cpu >= CPUS)
		return argument;
	snag_whose(&counter[cpu]); // ANSWER: shared
	counter[cpu].n++; // RACE
	return argument;
}

int main(void)
{
	pthread_t t[8];

	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
