/* As mutex_clocklock.c, but the loop gives up after three attempts, and the code behind it does not look why it ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;
static int position;

static void soon(struct timespec *limit)
{
	clock_gettime(CLOCK_MONOTONIC, limit);
	limit->tv_nsec += 1000000;
	if (limit->tv_nsec >= 1000000000) {
		limit->tv_nsec -= 1000000000;
		limit->tv_sec++;
	}
}

static void move(int step)
{
	struct timespec limit;
	int error;
	int attempts = 0;

	do {
		soon(&limit);
		error = pthread_mutex_clocklock(&device_lock, CLOCK_MONOTONIC, &limit);
	} while (error == ETIMEDOUT && ++attempts < 3);
	position += step; // RACE 1
	usleep(8000);
	if (!error)
		pthread_mutex_unlock(&device_lock);
}

static void *mover(void *argument)
{
	for (int i = 0; i < 3; i++)
		move(argument ? 1 : -1);
	return NULL;
}

int main(void)
{
	pthread_t up, down;

	pthread_create(&up, NULL, mover, &position);
	pthread_create(&down, NULL, mover, NULL);
	pthread_join(up, NULL);
	pthread_join(down, NULL);
	printf("%d\n", position);
	return 0;
}
