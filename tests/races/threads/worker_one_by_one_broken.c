/* As worker_one_by_one.c, but the joins come in a loop of their own. */
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 5

static long total;

static void *step(void *argument)
{
	for (int i = 0; i < 100; i++)
		total += i; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t threads[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		pthread_create(&threads[i], NULL, step, NULL);
	}
	for (int i = 0; i < ROUNDS; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", total); // NORACE
	return 0;
}
