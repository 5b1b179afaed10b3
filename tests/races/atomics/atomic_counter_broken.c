/* As atomic_counter.c, but an ordinary int, counted by a builtin in one place and plainly in the other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static unsigned served;

static void *worker(void *argument)
{
	for (int i = 0; i < 1000; i++)
		__atomic_fetch_add(&served, 1, __ATOMIC_RELAXED); // RACE 1
	return argument;
}

static void *resetter(void *argument)
{
	for (int i = 0; i < 50; i++)
		served = 0; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, worker, NULL);
	pthread_create(&thread[1], NULL, worker, NULL);
	pthread_create(&thread[2], NULL, resetter, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%u\n", served);
	return 0;
}
