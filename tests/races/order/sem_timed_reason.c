/* A wait that a signal has interrupted is tried again; one that took too long is given up. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t gate;
static long served, refused;
static pthread_mutex_t refusing = PTHREAD_MUTEX_INITIALIZER;

static int enter(int seconds)
{
	struct timespec limit;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += seconds;
	while (sem_timedwait(&gate, &limit) == -1)
		if (errno != EINTR)
			return -1;
	return 0;
}

static void leave(void)
{
	sem_post(&gate);
}

static void serve(int units)
{
	served += units; // NORACE
}

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		if (enter(1) < 0) {
			pthread_mutex_lock(&refusing);
			refused++; // NORACE
			pthread_mutex_unlock(&refusing);
			continue;
		}
		serve(i & 3);
		leave();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&gate, 0, 1);
	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld served, %ld refused\n", served, refused);
	sem_destroy(&gate);
	return 0;
}
