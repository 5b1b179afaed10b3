/* As files.d; the log's lock is given back before the cache's is taken. */
#include "locks.h"

pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
int cached;

static void *grow(void *argument)
{
	pthread_mutex_lock(&cache_lock); // NODEADLOCK
	cached++; // NORACE
	log_flush();
	pthread_mutex_unlock(&cache_lock);
	return argument;
}

void cache_trim(void)
{
	pthread_mutex_lock(&cache_lock); // NODEADLOCK
	cached = 0; // NORACE
	pthread_mutex_unlock(&cache_lock);
}

static void *rotate(void *argument)
{
	pthread_mutex_lock(&log_lock); // NODEADLOCK
	logged = 0; // NORACE
	pthread_mutex_unlock(&log_lock);
	cache_trim();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, grow, NULL);
	pthread_create(&t2, NULL, rotate, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
