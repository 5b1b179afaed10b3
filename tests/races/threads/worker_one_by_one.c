/* In each round of the loop a thread is started and joined: there is never more than one. */
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 5

static long total;

static void *step(void *argument)
{
	for (int i = 0; i < 100; i++)
		total += i; // NORACE
	return argument;
}

int main(void)
{
	pthread_t threads[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		pthread_create(&threads[i], NULL, step, NULL);
		pthread_join(threads[i], NULL);
		printf("%ld\n", total); // NORACE
	}
	printf("%ld\n", total); // NORACE
	return 0;
}
