/* As mutex_trylock.c, but who does not get the lock leaves a note in the cache, next to the one who writes it. */
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
		cache.stale = 0; // RACE 1
		pthread_mutex_unlock(&cache.lock);
	} else {
		cache.stale = 1; // RACE 1
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
