/* ... and one access behind the loop, without the lock. */
// VERIFY: race ; today: unknown
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static long sum;

static void add(long n)
{
	if (threaded)
		pthread_mutex_lock(&m);
	sum += n;
	if (threaded)
		pthread_mutex_unlock(&m);
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100000; i++)
		add(i);
	sum++;
	return argument;
}

int main(void)
{
	pthread_t t[2];

	add(1);
	threaded = 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
