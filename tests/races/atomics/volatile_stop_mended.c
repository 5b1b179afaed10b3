/* As volatile_stop.c, but the flag is atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int stop;

static void *poller(void *argument)
{
	unsigned long rounds = 0;

	while (!stop) { // NORACE
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
	stop = 1; // NORACE
	pthread_join(thread, NULL);
	return 0;
}
