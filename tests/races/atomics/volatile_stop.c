/* A volatile flag ends a thread: the compiler reads it each time, but that orders nothing and makes nothing atomic. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int stop;

static void *poller(void *argument)
{
	unsigned long rounds = 0;

	while (!stop) { // RACE 1
		rounds++;
		usleep(50);
	}
	printf("%d\n", rounds > 0);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, poller, NULL);
	usleep(1000);
	stop = 1; // RACE 1
	pthread_join(thread, NULL);
	return 0;
}
