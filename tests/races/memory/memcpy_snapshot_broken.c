/* A snapshot of shared counters by memcpy, without the lock under which they are counted. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct counters {
	unsigned long requests, errors;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counters counters;

static void *serve(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		counters.requests++; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void report(void)
{
	struct counters copy;

	memcpy(&copy, &counters, sizeof copy); // RACE 1
	printf("%lu %lu\n", copy.requests, copy.errors); // NORACE
}

int main(void)
{
	pthread_t server;

	pthread_create(&server, NULL, serve, NULL);
	report();
	pthread_join(server, NULL);
	return 0;
}
