/* Each thread writes the place of the array that it was given the number of; the number is copied into the argument. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 4

static long result[THREADS + 1];

static void *worker(void *argument)
{
	intptr_t me = (intptr_t)argument;

	for (int i = 0; i < 100; i++)
		result[me] += i; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	long sum = 0;

	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, (void *)i);
	for (int k = 0; k < THREADS; k++)
		pthread_join(threads[k], NULL);
	for (int k = 0; k < THREADS; k++)
		sum += result[k];
	printf("%ld\n", sum);
	return 0;
}
