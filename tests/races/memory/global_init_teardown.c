/* What is set up before the first thread is torn down after the last join. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *lookup;

static void set_up(void)
{
	lookup = calloc(16, sizeof *lookup); // NORACE
	if (!lookup)
		abort();
}

static void tear_down(void)
{
	free(lookup); // NORACE
	lookup = NULL; // NORACE
}

static void *reader(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 16; i++)
		sum += lookup[i]; // NORACE
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	set_up();
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, reader, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	tear_down();
	return 0;
}
