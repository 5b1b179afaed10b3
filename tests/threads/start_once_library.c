/* A library with a thread of its own, which the first call starts under a lock, whoever calls: there is one. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started, jobs, rounds;

static void *work(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		jobs = 0;
		pthread_mutex_unlock(&lock);
		rounds++; // NORACE
	}
	return unused;
}

void submit(void)
{
	pthread_t thread;

	pthread_mutex_lock(&lock);
	if (!started) {
		started = 1;
		pthread_create(&thread, NULL, work, NULL);
	}
	jobs++;
	pthread_mutex_unlock(&lock);
}
