/* A detached thread cannot be joined, and main just sleeps for as long as it should take: that orders nothing. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t done;
static long answer;

static void *compute(void *argument)
{
	long sum = 0;

	for (long i = 1; i <= 100; i++)
		sum += i;
	answer = sum; // RACE 1
	sem_post(&done);
	return argument;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	sem_init(&done, 0, 0);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attr, compute, NULL);
	pthread_attr_destroy(&attr);
	usleep(1000);
	printf("%d\n", answer >= 0); // RACE 1
	return 0;
}
