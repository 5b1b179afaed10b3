/* All threads fill their own row, meet, and then read the row of their neighbour. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

static pthread_barrier_t filled;
static double row[THREADS][64];
static double sum[THREADS];

static void *solve(void *argument)
{
	long me = (long)argument, neighbour = (me + 1) % THREADS;

	for (int i = 0; i < 64; i++)
		row[me][i] = (double)(me + i); // NORACE
	pthread_barrier_wait(&filled);
	for (int i = 0; i < 64; i++)
		sum[me] += row[neighbour][i]; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];

	pthread_barrier_init(&filled, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, solve, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%g\n", sum[0]);
	pthread_barrier_destroy(&filled);
	return 0;
}
