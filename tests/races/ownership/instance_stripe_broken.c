/* A hash table with fewer locks than buckets: the lock is chosen from other bits of the key than the bucket is, so that two keys
 * of one bucket may have two locks. */
#include <pthread.h>
#include <stdio.h>

#define BUCKETS 16
#define LOCKS 4

static pthread_mutex_t locks[LOCKS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
					PTHREAD_MUTEX_INITIALIZER };
static int buckets[BUCKETS];

static void count(unsigned key)
{
	unsigned bucket = key % BUCKETS;
	pthread_mutex_t *lock = &locks[key / 8 % LOCKS];

	pthread_mutex_lock(lock);
	buckets[bucket]++; // RACE 1
	pthread_mutex_unlock(lock);
}

static void *worker(void *argument)
{
	unsigned start = *(unsigned *)argument;

	for (unsigned key = start; key < start + 40; key++)
		count(key);
	return NULL;
}

int main(void)
{
	unsigned starts[2] = { 0, 8 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, &starts[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", buckets[0]);
	return 0;
}
