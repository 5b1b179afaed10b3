/* As join_conditional.c, but the flag is changed between the start and the join: the thread may be left running. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int warm;

static void warm_up(void)
{
	warm = 1; // RACE 1
}

static void *warmer(void *argument)
{
	warm_up();
	return argument;
}

static void report(void)
{
	printf("%s\n", warm ? "warm" : "cold"); // RACE 1
}

int main(int argc, char **argv)
{
	int threaded = argc < 2;
	pthread_t thread;

	(void)argv;
	if (threaded && pthread_create(&thread, NULL, warmer, NULL) != 0)
		threaded = 0;
	if (getenv("HURRY") || argc < 2)
		threaded = 0;
	if (threaded)
		pthread_join(thread, NULL);
	report();
	snag_parallel(report, warm_up); // ANSWER: yes
	return 0;
}
