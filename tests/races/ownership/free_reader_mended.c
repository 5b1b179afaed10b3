/* The table is freed when the thread that reads it has been joined. */
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
		sum += t->value[i]; // NORACE
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
	pthread_join(scanner, NULL);
	free(t); // NORACE
	return 0;
}
