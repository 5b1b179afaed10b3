/* A snapshot of shared counters by memcpy, under the lock under which they are counted; it is printed from the copy. */
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
		counters.requests++;
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void report(void)
{
	struct counters copy;

	pthread_mutex_lock(&lock);
	memcpy(&copy, &counters, sizeof copy); // NORACE
	pthread_mutex_unlock(&lock);
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
