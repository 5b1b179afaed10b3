/* A static variable in a function is as shared as a global one: here it deals out numbers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static unsigned next_id(void)
{
	static unsigned last;

	return ++last; // RACE 1
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
