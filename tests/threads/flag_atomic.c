/* Hand-over by an atomic flag: stored with release after the data, read with acquire in a loop before the data. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

static atomic_int ready;
static int message[2];

static void compose(void)
{
	message[0] = 4;
	message[1] = 2;
}

static void deliver(void)
{
	printf("%d%d\n", message[0], message[1]);
}

static void *receiver(void *argument)
{
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		continue;
	deliver();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, receiver, NULL);
	compose();
	atomic_store_explicit(&ready, 1, memory_order_release);
	pthread_join(thread, NULL);
	snag_parallel(compose, deliver); // ANSWER: no: gate
	return 0;
}
