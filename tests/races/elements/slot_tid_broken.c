/* As slot_tid.c, but the counter is a plain one: two threads may draw the same number. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static int next_number;
static long busy[THREADS];

static void *worker(void *argument)
{
	int me = next_number++; // RACE 1

	for (int i = 0; i < 1000; i++)
		busy[me] += i; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t threads[THREADS];
	long sum = 0;

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++)
		sum += busy[i];
	printf("%ld\n", sum);
	return 0;
}
