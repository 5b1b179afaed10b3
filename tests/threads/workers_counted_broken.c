/* A pool that grows on demand, and main, which waits if there is one worker: with more of them it waits for none. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int workers, n;
static pthread_t t[4];

static void work(void)
{
	n++; // RACE 1
}

static void *worker(void *x)
{
	work();
	return x;
}

static void add_worker(void)
{
	if (workers < 4) {
		pthread_create(&t[workers], NULL, worker, NULL);
		workers++;
	}
}

static void report(void)
{
	printf("%d\n", n); // RACE 1
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++)
		add_worker();
	if (workers == 1)
		pthread_join(t[0], NULL);
	report();
	snag_parallel(work, work); // ANSWER: yes
	snag_parallel(work, report); // ANSWER: yes
	return 0;
}
