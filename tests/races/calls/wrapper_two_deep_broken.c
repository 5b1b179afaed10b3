/* As wrapper_two_deep.c, but the lock is given back before the cache is trimmed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t cache_mutex = PTHREAD_MUTEX_INITIALIZER;
static int cached, trimmed;

static void mutex_acquire(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m))
		abort();
}

static void mutex_release(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m))
		abort();
}

static void cache_lock(void)
{
	mutex_acquire(&cache_mutex);
}

static void cache_unlock(void)
{
	mutex_release(&cache_mutex);
}

static void *fill(void *argument)
{
	for (int i = 0; i < 20000; i++) {
		cache_lock();
		cached++; // RACE 1
		cache_unlock();
	}
	return argument;
}

static void *trim(void *argument)
{
	for (int i = 0; i < 20000; i++) {
		cache_lock();
		cache_unlock();
		if (cached > 10) { // RACE 1
			cached -= 10; // RACE 1
			trimmed++; // NORACE
		}
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, fill, NULL);
	pthread_create(&two, NULL, trim, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", cached, trimmed);
	return 0;
}
