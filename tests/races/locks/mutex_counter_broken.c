/* As mutex_counter.c, but the reporter reads the numbers without the lock: they are only statistics, it thinks. */
#include <pthread.h>
#include <stdio.h>

struct stats {
	unsigned long requests;
	unsigned long bytes;
};

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats stats;

static void *worker(void *argument)
{
	for (unsigned i = 0; i < 500; i++) {
		pthread_mutex_lock(&stats_lock);
		stats.requests++; // RACE 1
		stats.bytes += i; // RACE 2
		pthread_mutex_unlock(&stats_lock);
	}
	return argument;
}

static void *reporter(void *argument)
{
	for (int i = 0; i < 50; i++) {
		unsigned long requests = stats.requests; // RACE 1
		if (stats.bytes < requests) // RACE 2
			puts("small requests");
	}
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, worker, NULL);
	pthread_create(&thread[1], NULL, worker, NULL);
	pthread_create(&thread[2], NULL, reporter, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%lu requests, %lu bytes\n", stats.requests, stats.bytes);
	return 0;
}
