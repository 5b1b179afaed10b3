/* As atomic_wiped.c, but all of them at once, by memset and by assignment of a record: plain writes beside atomic ones. */
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
	atomic_fetch_add_explicit(&cache.now.hits, 1, memory_order_relaxed); // RACE 1
	atomic_fetch_add_explicit(&cache.last.misses, 1, memory_order_relaxed); // RACE 2
}

static void wipe(void)
{
	memset(&cache.now, 0, sizeof cache.now); // RACE 1
	cache.last = (struct counters){ 0 }; // RACE 2
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
