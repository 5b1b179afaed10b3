/* Waiting with a limit: on a timeout the lock is held again as well, and what there is so far is read with it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;
static int received;

static void *receiver(void *argument)
{
	for (int i = 0; i < 20; i++) {
		usleep(500);
		pthread_mutex_lock(&lock);
		received++; // NORACE
		pthread_cond_signal(&progress);
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static int wait_for(int wanted)
{
	struct timespec limit;
	int error = 0, got;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec = (limit.tv_nsec + 2000000) % 1000000000;
	pthread_mutex_lock(&lock);
	while (received < wanted && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&progress, &lock, &limit);
	got = received; // NORACE
	pthread_mutex_unlock(&lock);
	return got;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, receiver, NULL);
	for (int i = 1; i < 5; i++)
		printf("%d\n", wait_for(5 * i));
	pthread_join(thread, NULL);
	return 0;
}
