/* A constructor runs before main, and so before all threads: what it sets up may be read without a lock. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static long page_size;

__attribute__((constructor)) static void set_up(void)
{
	page_size = sysconf(_SC_PAGESIZE); // NORACE
}

static void *allocate(void *argument)
{
	printf("%d\n", page_size > 0); // NORACE
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, allocate, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
