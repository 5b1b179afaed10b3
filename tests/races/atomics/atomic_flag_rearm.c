/* A word that looks like a lock, but another thread sets it free without ever having taken it: two workers are in at a time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int busy;
static int reports;

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		if (atomic_exchange(&busy, 1))
			continue;
		reports++; // RACE 1
		atomic_store(&busy, 0);
	}
	return argument;
}

static void *watchdog(void *argument)
{
	for (int i = 0; i < 100; i++) {
		usleep(100);
		atomic_store(&busy, 0); /* it has taken too long */
	}
	return argument;
}

int main(void)
{
	pthread_t one, two, dog;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_create(&dog, NULL, watchdog, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(dog, NULL);
	printf("%d\n", reports);
	return 0;
}
