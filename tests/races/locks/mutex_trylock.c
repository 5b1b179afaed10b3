/* A cache is refreshed by whoever gets the lock; the others go on with their work. */
#include <pthread.h>
#include <stdio.h>

static struct {
	pthread_mutex_t lock;
	unsigned generation;
	int stale;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void cache_refresh(void)
{
	if (pthread_mutex_trylock(&cache.lock) == 0) {
		cache.generation++; // NORACE
		cache.stale = 0; // NORACE
		pthread_mutex_unlock(&cache.lock);
	}
}

static void *worker(void *argument)
{
	for (int i = 0; i < 3000; i++)
		cache_refresh();
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%u %d\n", cache.generation, cache.stale);
	return 0;
}
