/* Each worker has its record, but the block that hangs there is that of the first one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

struct worker {
	pthread_t thread;
	int id;
	long jobs;
	char *text;
};

static struct {
	struct worker *worker;
	long *counts;
} pool;

static void *work(void *argument)
{
	struct worker *me = argument;

	for (int i = 0; i < 100; i++) {
		me->jobs++; // NORACE
		pool.counts[me->id]++; // NORACE
		pool.worker[me->id].text[i % 10] = 'x'; // RACE 1
	}
	return NULL;
}

int main(void)
{
	long sum = 0;

	pool.worker = calloc(N, sizeof *pool.worker);
	pool.counts = calloc(N, sizeof *pool.counts);
	if (!pool.worker || !pool.counts)
		return 1;
	for (int i = 0; i < N; i++) {
		pool.worker[i].id = i;
		pool.worker[i].text = i ? pool.worker[0].text : malloc(10);
		pthread_create(&pool.worker[i].thread, NULL, work, &pool.worker[i]);
	}
	for (int i = 0; i < N; i++) {
		pthread_join(pool.worker[i].thread, NULL);
		sum += pool.counts[i]; // NORACE
	}
	printf("%ld\n", sum);
	return 0;
}
