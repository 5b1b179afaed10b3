/* Two slots of an array with constant numbers: each has one thread that writes it, and main reads both after the joins. */
#include <pthread.h>
#include <stdio.h>

enum { RX, TX, KINDS };

struct counter {
	long packets, bytes;
};

static struct counter counters[KINDS];

static void *receive(void *argument)
{
	for (int i = 0; i < 20; i++) {
		counters[RX].packets++; // NORACE
		counters[RX].bytes += 60; // NORACE
	}
	return argument;
}

static void *transmit(void *argument)
{
	for (int i = 0; i < 20; i++) {
		counters[TX].packets++; // NORACE
		counters[TX].bytes += 1500; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t rx, tx;

	pthread_create(&rx, NULL, receive, NULL);
	pthread_create(&tx, NULL, transmit, NULL);
	pthread_join(rx, NULL);
	pthread_join(tx, NULL);
	printf("%ld %ld\n", counters[RX].bytes, counters[TX].bytes);
	return 0;
}
