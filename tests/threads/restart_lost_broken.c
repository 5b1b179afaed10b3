/* A watchdog that starts its worker anew without waiting for the old one, whose handle is gone: the join waits for the last
 * one only. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int beats;

static void beat(void)
{
	beats++; // RACE 1
}

static void *worker(void *x)
{
	beat();
	return x;
}

static void report(void)
{
	puts("over");
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++)
		pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	report();
	snag_parallel(beat, beat); // ANSWER: yes
	snag_parallel(report, beat); // ANSWER: yes
	return 0;
}
