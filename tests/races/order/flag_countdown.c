/* The last of the workers lets main go on: each writes its result before it counts down. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define WORKERS 3

static atomic_int remaining = WORKERS;
static long square[WORKERS];

static void *worker(void *argument)
{
	long me = (long)argument;

	square[me] = me * me; // NORACE
	atomic_fetch_sub(&remaining, 1); // NORACE
	return NULL;
}

int main(void)
{
	pthread_t thread[WORKERS];
	long sum = 0;

	for (long i = 0; i < WORKERS; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	while (atomic_load(&remaining) > 0)
		sched_yield();
	for (int i = 0; i < WORKERS; i++)
		sum += square[i]; // NORACE
	for (int i = 0; i < WORKERS; i++)
		pthread_join(thread[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
