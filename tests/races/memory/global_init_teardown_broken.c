/* What is set up before the first thread is torn down after the first of two joins. The reader takes the pointer once. */
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
	free(lookup); // RACE 1
	lookup = NULL; // RACE 2
}

static void *reader(void *argument)
{
	const int *table = lookup; // RACE 2
	int sum = 0;

	for (int i = 0; table && i < 16; i++)
		sum += table[i]; // RACE 1
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	set_up();
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, reader, NULL);
	pthread_join(threads[0], NULL);
	tear_down();
	pthread_join(threads[1], NULL);
	return 0;
}
