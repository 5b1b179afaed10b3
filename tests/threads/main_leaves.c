/* main ends as threads do, by pthread_exit, and leaves a detached thread: what was registered for the end runs when the last
 * thread is over. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int steps, boots;

static void save(void)
{
	printf("%d %d\n", steps, boots);
}

static void step(void)
{
	steps++; // NORACE
}

static void boot(void)
{
	boots++; // NORACE
}

static void *work(void *argument)
{
	step();
	return argument;
}

int main(void)
{
	pthread_t thread;

	atexit(save);
	boot();
	pthread_create(&thread, NULL, work, NULL);
	pthread_detach(thread);
	snag_parallel(save, step); // ANSWER: no
	snag_parallel(save, boot); // ANSWER: no
	pthread_exit(NULL);
}
