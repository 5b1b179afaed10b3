/* As mutex_striped.c, but taking from a bucket uses another rule than putting into it to find the lock. */
#include <pthread.h>
#include <stdio.h>

#define BUCKETS 16
#define STRIPES 4

static pthread_mutex_t stripe[STRIPES];
static int bucket[BUCKETS];

static void put(unsigned hash)
{
	unsigned b = hash % BUCKETS;

	pthread_mutex_lock(&stripe[b % STRIPES]);
	bucket[b]++; // RACE 1
	pthread_mutex_unlock(&stripe[b % STRIPES]);
}

static void take(unsigned hash)
{
	unsigned b = hash % BUCKETS;

	pthread_mutex_lock(&stripe[b / STRIPES]);
	bucket[b]--; // RACE 1
	pthread_mutex_unlock(&stripe[b / STRIPES]);
}

static void *worker(void *argument)
{
	for (unsigned i = 0; i < 500; i++) {
		put(i * 7);
		take(i * 3);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < STRIPES; i++)
		pthread_mutex_init(&stripe[i], NULL);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", bucket[0]);
	return 0;
}
