/* A thread that is started on demand and stopped again, more than once: a flag, which only main looks at, says whether there
 * is one. One is over before the next one begins, and behind the last stop there is none. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_t thread;
static int running, ticks;

static void tick(void)
{
	ticks++; // NORACE
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

static void stop(void)
{
	if (running) {
		pthread_join(thread, NULL);
		running = 0;
	}
}

static void report(void)
{
	printf("%d\n", ticks);
}

int main(void)
{
	start();
	start();
	stop();
	stop();
	start();
	stop();
	report();
	snag_parallel(tick, tick); // ANSWER: no: joined
	snag_parallel(report, tick); // ANSWER: no: joined
	return 0;
}
