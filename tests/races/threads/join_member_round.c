/* What hangs below a record is read in the round that joins its thread, started by a wrapper. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 4 };

struct worker {
	int *done;
	pthread_t thread;
};

static struct worker workers[WORKERS];

static void *work(void *argument)
{
	struct worker *w = argument;

	for (int i = 0; i < 100; i++)
		++*w->done; // NORACE
	return NULL;
}

static void start(struct worker *w)
{
	w->done = calloc(1, sizeof *w->done);
	if (!w->done)
		exit(1);
	if (pthread_create(&w->thread, NULL, work, w))
		exit(1);
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < WORKERS; i++)
		start(&workers[i]);
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(workers[i].thread, NULL);
		sum += *workers[i].done; // NORACE
	}
	printf("%d\n", sum);
	return 0;
}
