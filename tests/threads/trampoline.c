/* A wrapper around pthread_create, as portable programs have it: function and argument travel in a block on the heap, which a
 * common start routine unpacks. Each start has its own block, so each function runs in its own thread only. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct start {
	void (*run)(void *);
	void *argument;
};

static int polled, swept;

static void *trampoline(void *argument)
{
	struct start s = *(struct start *)argument;

	snag_whose(argument); // ANSWER: own
	free(argument);
	snag_calls(s.run); // ANSWER: poll_disks sweep_cache by context
	s.run(s.argument);
	return NULL;
}

static pthread_t thread_start(void (*run)(void *), void *argument)
{
	struct start *s = malloc(sizeof *s);
	pthread_t thread;

	*s = (struct start){ run, argument };
	if (pthread_create(&thread, NULL, trampoline, s) != 0)
		abort();
	return thread;
}

static void poll_disks(void *argument)
{
	snag_alias(argument, &polled); // ANSWER: must
	++*(int *)argument; // NORACE
}

static void sweep_cache(void *argument)
{
	snag_alias(argument, &polled); // ANSWER: no
	++*(int *)argument; // NORACE
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
	snag_parallel(poll_disks, poll_disks); // ANSWER: no: same
	snag_parallel(poll_disks, sweep_cache); // ANSWER: yes
	snag_parallel(report, poll_disks); // ANSWER: no: joined
	snag_parallel(report, sweep_cache); // ANSWER: yes
	return 0;
}
