/* As slot_index.c, but the argument is the address of the loop's counter, which goes on counting. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 4

static long result[THREADS + 1];

static void *worker(void *argument)
{
	intptr_t me = *(intptr_t *)argument; // RACE 1

	for (int i = 0; i < 100; i++)
		result[me] += i; // RACE 2: two threads may have read the same number
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	long sum = 0;
	intptr_t i;

	for (i = 0; i < THREADS; i++) // RACE 1
		pthread_create(&threads[i], NULL, worker, &i);
	for (int k = 0; k < THREADS; k++)
		pthread_join(threads[k], NULL);
	for (int k = 0; k < THREADS; k++)
		sum += result[k];
	printf("%ld\n", sum);
	return 0;
}
