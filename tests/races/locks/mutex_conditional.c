/* A library that locks only if it was told so. Both tests of the flag agree: it is set before the threads start. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool threaded;
static int used;

static void heap_grow(int by)
{
	if (threaded)
		pthread_mutex_lock(&lock);
	used += by; // NORACE
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void *mutator(void *argument)
{
	for (int i = 0; i < 1000; i++)
		heap_grow(16);
	return argument;
}

static void *collector(void *argument)
{
	for (int i = 0; i < 1000; i++)
		heap_grow(-8);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	threaded = true;
	pthread_create(&one, NULL, mutator, NULL);
	pthread_create(&two, NULL, collector, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", used);
	return 0;
}
