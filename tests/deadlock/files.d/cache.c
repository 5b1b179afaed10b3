/* The cache's half of an order that no file shows alone: the cache's lock, then the log's. */
#include "locks.h"

pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
int cached;

static void *grow(void *argument)
{
	pthread_mutex_lock(&cache_lock); // DEADLOCK 1
	cached++; // NORACE
	log_flush();
	pthread_mutex_unlock(&cache_lock);
	return argument;
}

void cache_trim(void)
{
	pthread_mutex_lock(&cache_lock); // DEADLOCK 1
	cached = 0; // NORACE
	pthread_mutex_unlock(&cache_lock);
}

static void *rotate(void *argument)
{
	pthread_mutex_lock(&log_lock); // DEADLOCK 1
	logged = 0; // NORACE
	cache_trim();
	pthread_mutex_unlock(&log_lock);
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
