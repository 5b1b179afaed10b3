/* More buckets than locks. The number of locks divides the number of buckets, so equal buckets have equal locks. */
#include <pthread.h>
#include <stdio.h>

#define BUCKETS 16
#define STRIPES 4

static pthread_mutex_t stripes[STRIPES];
static unsigned long seen[BUCKETS];

static void note(unsigned hash)
{
	pthread_mutex_t *lock = &stripes[hash % STRIPES];

	pthread_mutex_lock(lock);
	seen[hash % BUCKETS]++; // NORACE
	pthread_mutex_unlock(lock);
}

static void *scan(void *argument)
{
	unsigned hash = *(unsigned *)argument;

	for (int i = 0; i < 2000; i++) {
		hash = hash * 1664525u + 1013904223u;
		note(hash >> 8);
	}
	return NULL;
}

int main(void)
{
	unsigned seeds[] = { 7, 11 };
	unsigned long sum = 0;
	pthread_t one, two;

	for (int i = 0; i < STRIPES; i++)
		pthread_mutex_init(&stripes[i], NULL);
	pthread_create(&one, NULL, scan, &seeds[0]);
	pthread_create(&two, NULL, scan, &seeds[1]);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	for (int i = 0; i < BUCKETS; i++)
		sum += seen[i];
	printf("%lu\n", sum);
	return 0;
}
