/* As trampoline.c, but the block is one static variable: the second start may overwrite it before the first thread has read
 * it, and then both threads run the second function. The second thread never gets what the first start stored. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct start {
	void (*run)(void *);
	void *argument;
};

static int polled, swept;

static struct start start;

static void *trampoline(void *argument)
{
	struct start s = *(struct start *)argument; // RACE 1

	snag_whose(argument); // ANSWER: shared
	snag_calls(s.run); // ANSWER: poll_disks sweep_cache by context
	s.run(s.argument);
	return NULL;
}

static pthread_t thread_start(void (*run)(void *), void *argument)
{
	struct start *s = &start;
	pthread_t thread;

	*s = (struct start){ run, argument }; // RACE 1
	if (pthread_create(&thread, NULL, trampoline, s) != 0)
		abort();
	return thread;
}

static void poll_disks(void *argument)
{
	snag_alias(argument, &polled); // ANSWER: may
	++*(int *)argument; // RACE 2: the second argument may be that of both
}

static void sweep_cache(void *argument)
{
	snag_alias(argument, &polled); // ANSWER: may
	++*(int *)argument; // RACE 2
}

static void report(void)
{
	printf("%d\n", polled);
}

int main(void)
{
	pthread_t poller = thread_start(poll_disks, &polled), sweeper = thread_start(sweep_cache, &swept);

	pthread_join(poller, NULL);
	report();
	pthread_join(sweeper, NULL);
	/* with one block for both starts, either thread may run either function */
	snag_parallel(poll_disks, poll_disks); // ANSWER: no: same
	snag_parallel(poll_disks, sweep_cache); // ANSWER: yes
	snag_parallel(report, poll_disks); // ANSWER: no: joined
	snag_parallel(sweep_cache, sweep_cache); // ANSWER: yes
	snag_parallel(report, sweep_cache); // ANSWER: yes
	return 0;
}
