/* As flag_started.c, but who is in a hurry does not wait, and the flag says that there is none. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_t thread;
static int running, ticks;

static void tick(void)
{
	ticks++; // RACE 1
}

static void *ticker(void *argument)
{
	tick();
	return argument;
}

static void start(void)
{
	if (!running) {
		running = 1;
		pthread_create(&thread, NULL, ticker, NULL);
	}
}

static void stop(int hurry)
{
	if (running) {
		if (!hurry)
			pthread_join(thread, NULL);
		running = 0;
	}
}

static void report(void)
{
	puts("over");
}

int main(int argc, char **argv)
{
	(void)argv;
	start();
	stop(argc > 1);
	start();
	stop(0);
	report();
	snag_parallel(tick, tick); // ANSWER: yes
	snag_parallel(report, tick); // ANSWER: yes
	return 0;
}
