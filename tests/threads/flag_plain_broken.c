/* As flag_atomic.c, but the flag is a plain, volatile int: no order at all. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static volatile int ready;
static int message[2];

static void compose(void)
{
	message[0] = 4; // RACE 1
	message[1] = 2; // RACE 1
}

static void deliver(void)
{
	printf("%d%d\n", message[0], message[1]); // RACE 1
}

static void *receiver(void *argument)
{
	while (!ready) // RACE 2
		continue;
	deliver();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, receiver, NULL);
	compose();
	ready = 1; // RACE 2
	pthread_join(thread, NULL);
	snag_parallel(compose, deliver); // ANSWER: yes
	return 0;
}
