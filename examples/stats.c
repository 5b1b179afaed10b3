/* The statistics of a server: workers count requests, and main prints them from time to time.
 *
 * Every worker takes the lock. main, in a hurry, only looks: so little can go wrong with a look at a number. But the compiler may
 * read it once and for all, and on a 32-bit machine half of it may be of another moment than the other half. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct stats {
	pthread_mutex_t lock;
	unsigned long long requests, bytes;
};

static struct stats stats = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void stats_count(unsigned long long bytes)
{
	pthread_mutex_lock(&stats.lock);
	stats.requests++; // RACE 1
	stats.bytes += bytes;
	pthread_mutex_unlock(&stats.lock);
}

static void *worker(void *unused)
{
	for (int i = 0; i < 1000; i++)
		stats_count(512);
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, worker, NULL))
		return 1;
	for (int i = 0; i < 3; i++) {
		printf("%llu requests\n", stats.requests); // RACE 1: without the lock
		sleep(1);
	}
	pthread_join(thread, NULL);
	printf("%llu bytes\n", stats.bytes); // NORACE: the worker has ended
	return 0;
}
