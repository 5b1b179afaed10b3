/* rand_r has its state where the caller says, and does not lock it: one seed for all threads is a race. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned seed;

static void *roll(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += rand_r(&seed) % 6; // RACE 1
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	seed = 7;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, roll, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
