/* As flag_atomic.c, but the flag is set before the message is complete. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

static atomic_int ready;
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
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		continue;
	deliver();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, receiver, NULL);
	atomic_store_explicit(&ready, 1, memory_order_release);
	compose();
	pthread_join(thread, NULL);
	snag_parallel(compose, deliver); // ANSWER: yes
	return 0;
}
