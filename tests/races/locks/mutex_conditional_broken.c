/* As mutex_conditional.c, but whether to lock is said in each call, and one of the threads says no. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void heap_grow(int by, bool threaded)
{
	if (threaded)
		pthread_mutex_lock(&lock);
	used += by; // RACE 1
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void *mutator(void *argument)
{
	for (int i = 0; i < 1000; i++)
		heap_grow(16, true);
	return argument;
}

static void *collector(void *argument)
{
	for (int i = 0; i < 1000; i++)
		heap_grow(-8, false);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, mutator, NULL);
	pthread_create(&two, NULL, collector, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", used);
	return 0;
}
