/* Main takes part in the barrier: it prepares the input in each round, while the worker waits. */
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 20

static pthread_barrier_t begin, end;
static int input, output;

static void *worker(void *argument)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&begin);
		output += input * input; // NORACE
		pthread_barrier_wait(&end);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_barrier_init(&begin, NULL, 2);
	pthread_barrier_init(&end, NULL, 2);
	pthread_create(&thread, NULL, worker, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		input = i; // NORACE
		pthread_barrier_wait(&begin);
		pthread_barrier_wait(&end);
	}
	pthread_join(thread, NULL);
	printf("%d\n", output);
	return 0;
}
