/* A flag that an atomic store publishes, behind a start that no search gets through. A harness that makes the flag up sees it set from the beginning. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int ready;
static int payload, tries;

static void *producer(void *x)
{
	payload = 42; // NORACE
	atomic_store(&ready, 1);
	tries = 1; // RACE 1
	return x;
}

static void *consumer(void *x)
{
	if (atomic_load(&ready) == 1)
		payload++; // NORACE
	tries++; // RACE 1
	return x;
}

int main(void)
{
	pthread_t a, b;
	long k = 0;

	for (long i = 0; i < 2000000000; i++)
		k += getchar() == 'x';
	pthread_create(&a, 0, producer, 0);
	pthread_create(&b, 0, consumer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return (int)k;
}
