/* The time of the last packet is a struct of two words, stored as a whole by clock_gettime and read as a whole. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static struct timespec last_packet;

static void *receive(void *argument)
{
	for (int i = 0; i < 10; i++)
		clock_gettime(CLOCK_MONOTONIC, &last_packet); // RACE 1
	return argument;
}

static long idle_seconds(void)
{
	struct timespec last = last_packet, now; // RACE 1

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - last.tv_sec;
}

int main(void)
{
	pthread_t receiver;

	pthread_create(&receiver, NULL, receive, NULL);
	printf("%d\n", idle_seconds() >= 0);
	pthread_join(receiver, NULL);
	return 0;
}
