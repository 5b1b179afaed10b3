/* As scanf_second.c, but the number that decides is none of those that are read: it stays 0. */
#include <pthread.h>
#include <stdio.h>

static int mode;

static void *worker(void *arg)
{
	mode = 1; // NORACE
	return arg;
}

int main(void)
{
	int rate = 0, size = 0, verbose = 0;
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	scanf("%d %d", &rate, &size);
	if (verbose)
		mode = 2; // NORACE
	pthread_join(t, NULL);
	return rate + size;
}
