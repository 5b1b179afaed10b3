/* A static variable in a function deals out numbers, atomically. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static unsigned next_id(void)
{
	static atomic_uint last;

	return atomic_fetch_add(&last, 1) + 1; // NORACE
}

static void *open_streams(void *argument)
{
	unsigned id = 0;

	for (int i = 0; i < 10; i++)
		id = next_id();
	printf("%d\n", id > 0);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, open_streams, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
