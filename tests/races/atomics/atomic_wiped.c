/* Counters are taken back to zero one by one, atomically. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct counters {
	atomic_long hits, misses;
};

struct cache {
	struct counters now, last;
};

static struct cache cache;

static void hit(void)
{
	atomic_fetch_add_explicit(&cache.now.hits, 1, memory_order_relaxed); // NORACE
	atomic_fetch_add_explicit(&cache.last.misses, 1, memory_order_relaxed); // NORACE
}

static void wipe(void)
{
	atomic_store(&cache.now.hits, 0); // NORACE
	atomic_store(&cache.now.misses, 0); // NORACE
	atomic_store(&cache.last.hits, 0); // NORACE
	atomic_store(&cache.last.misses, 0); // NORACE
}

static void *worker(void *argument)
{
	for (int i = 0; i < 1000; i++)
		hit();
	return argument;
}

static void *janitor(void *argument)
{
	for (int i = 0; i < 10; i++)
		wipe();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, janitor, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", atomic_load(&cache.now.hits));
	return 0;
}
