/* A thread draws its number from an atomic counter, and then writes only the slot of that number. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define THREADS 4

static atomic_int next_number;
static long busy[THREADS];

static void *worker(void *argument)
{
	int me = atomic_fetch_add(&next_number, 1);

	for (int i = 0; i < 1000; i++)
		busy[me] += i; // NORACE
	return argument;
}

int main(void)
{
	pthread_t threads[THREADS];
	long sum = 0;

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++)
		sum += busy[i];
	printf("%ld\n", sum);
	return 0;
}
