/* As main_leaves.c, but where the thread cannot be started main returns at once: another one may be running then. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int steps;

static void save(void)
{
	printf("%d\n", steps); // RACE 1
}

static void step(void)
{
	steps++; // RACE 1
}

static void boot(void)
{
	puts("boot");
}

static void *work(void *argument)
{
	step();
	return argument;
}

static void *rest(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t thread;

	atexit(save);
	boot();
	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 1;
	pthread_detach(thread);
	if (pthread_create(&thread, NULL, rest, NULL) != 0)
		return 1;
	pthread_detach(thread);
	snag_parallel(save, step); // ANSWER: yes
	snag_parallel(save, boot); // ANSWER: no
	pthread_exit(NULL);
}
