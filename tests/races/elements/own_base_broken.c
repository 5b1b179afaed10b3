/* The arrays start where a member of a record says, but two workers have one number. */
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
		pool.counts[me->id]++; // RACE 1
		pool.worker[me->id].text[i % 10] = 'x'; // RACE 2
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
		pool.worker[i].id = i / 2;
		pool.worker[i].text = malloc(10); // NORACE reported: that i / 2 is not more than i is not known
		pthread_create(&pool.worker[i].thread, NULL, work, &pool.worker[i]);
	}
	for (int i = 0; i < N; i++) {
		pthread_join(pool.worker[i].thread, NULL);
		sum += pool.counts[i]; // NORACE
	}
	printf("%ld\n", sum);
	return 0;
}
