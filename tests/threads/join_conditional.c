/* The thread is optional; it is joined if and only if it was started, by the same flag, which nobody changes in between. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int warm;

static void warm_up(void)
{
	warm = 1;
}

static void *warmer(void *argument)
{
	warm_up();
	return argument;
}

static void report(void)
{
	printf("%s\n", warm ? "warm" : "cold");
}

int main(int argc, char **argv)
{
	int threaded = argc < 2;
	pthread_t thread;

	(void)argv;
	if (threaded && pthread_create(&thread, NULL, warmer, NULL) != 0)
		threaded = 0;
	puts("starting");
	if (threaded)
		pthread_join(thread, NULL);
	report();
	snag_parallel(report, warm_up); // ANSWER: no: joined
	return 0;
}
