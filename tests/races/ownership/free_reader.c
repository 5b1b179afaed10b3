/* The table is freed when the thread that reads it may still be at it: free is a write to the whole block. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
	int n;
	int value[16];
};

static void *scan(void *argument)
{
	const struct table *t = argument;
	long sum = 0;

	for (int i = 0; i < 16; i++)
		sum += t->value[i]; // RACE 1
	printf("%ld\n", sum);
	return NULL;
}

int main(void)
{
	struct table *t = calloc(1, sizeof *t);
	pthread_t scanner;

	if (!t)
		return 1;
	pthread_create(&scanner, NULL, scan, t);
	free(t); // RACE 1
	pthread_join(scanner, NULL);
	return 0;
}
