/* A thread that ends the process: what was registered for the end runs in it, while main and the other thread go on. What main
 * did before it started anybody is over. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int configured, steps, beats;

static void configure(void)
{
	configured = 1; // NORACE
}

static void save(void)
{
	printf("%d %d %d\n", configured, steps, beats); // RACE 1; RACE 2
}

static void step(void)
{
	steps++; // RACE 1
}

static void beat(void)
{
	beats++; // RACE 2
}

static void *watch(void *limit)
{
	if (*(int *)limit == 0)
		exit(0);
	return NULL;
}

static void *pulse(void *argument)
{
	beat();
	return argument;
}

int main(void)
{
	pthread_t watcher, pulser;
	int limit = 0;

	configure();
	atexit(save);
	pthread_create(&watcher, NULL, watch, &limit);
	pthread_create(&pulser, NULL, pulse, NULL);
	for (int i = 0; i < 100; i++)
		step();
	snag_parallel(save, step); // ANSWER: yes
	snag_parallel(save, beat); // ANSWER: yes
	snag_parallel(save, configure); // ANSWER: no
	snag_parallel(save, save); // ANSWER: no
	pthread_join(watcher, NULL);
	pthread_join(pulser, NULL);
	return 0;
}
