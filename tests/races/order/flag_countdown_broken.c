/* As flag_countdown.c, but each counts down before it writes its result. */
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

	atomic_fetch_sub(&remaining, 1); // NORACE
	square[me] = me * me; // RACE 1
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
		sum += square[i]; // RACE 1
	for (int i = 0; i < WORKERS; i++)
		pthread_join(thread[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
