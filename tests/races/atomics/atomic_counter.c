/* A relaxed atomic counter: the order says nothing about other data, but the counter itself has no race. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint served;

static void *worker(void *argument)
{
	for (int i = 0; i < 1000; i++)
		atomic_fetch_add_explicit(&served, 1, memory_order_relaxed); // NORACE
	return argument;
}

static void *resetter(void *argument)
{
	for (int i = 0; i < 50; i++)
		atomic_store_explicit(&served, 0, memory_order_relaxed); // NORACE
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
