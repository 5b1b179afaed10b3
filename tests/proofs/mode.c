/* Locks are taken only if main has said so before it starts the threads, behind a start that no search gets through. A harness that takes variables as
 * they are initialised sees threads that never lock. */
#include <pthread.h>
#include <stdio.h>

static int threaded;
static long n, free_for_all;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *x)
{
	if (threaded)
		pthread_mutex_lock(&m);
	n++; // NORACE
	if (threaded)
		pthread_mutex_unlock(&m);
	free_for_all++; // RACE
	return x;
}

int main(void)
{
	pthread_t a, b;
	long k = 0;

	for (long i = 0; i < 2000000000; i++)
		k += getchar() == 'x';
	threaded = 1;
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return (int)k;
}
