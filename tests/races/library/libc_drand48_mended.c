/* The drand48 family with the state in a buffer of each thread's. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *jitter(void *argument)
{
	struct drand48_data state;
	double sum = 0, next;

	srand48_r(1, &state); // NORACE
	for (int i = 0; i < 10; i++) {
		drand48_r(&state, &next); // NORACE
		sum += next;
	}
	printf("%d\n", sum < 10);
	return argument;
}

static void *pick_port(void *argument)
{
	struct drand48_data state;
	long port = 0, next;

	srand48_r(2, &state); // NORACE
	for (int i = 0; i < 10; i++) {
		lrand48_r(&state, &next); // NORACE
		port = 1024 + next % 1000;
	}
	printf("%d\n", port > 0);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, jitter, NULL);
	pthread_create(&second, NULL, pick_port, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
