/* As barrier.c, but the barrier counts half of the threads: two may go on while the other two have not filled in their part. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define PARTS 4

static pthread_barrier_t barrier;
static int row[PARTS], sum[PARTS];

static void fill(long i)
{
	row[i] = (int)i; // RACE 1
}

static void add_up(long i)
{
	for (int k = 0; k < PARTS; k++)
		sum[i] += row[k]; // RACE 1
}

static void *worker(void *i)
{
	fill((long)i);
	pthread_barrier_wait(&barrier);
	add_up((long)i);
	return NULL;
}

int main(void)
{
	pthread_t thread[PARTS];

	pthread_barrier_init(&barrier, NULL, PARTS / 2);
	for (long i = 0; i < PARTS; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	for (int i = 0; i < PARTS; i++)
		pthread_join(thread[i], NULL);
	snag_parallel(fill, fill); // ANSWER: yes
	snag_parallel(add_up, add_up); // ANSWER: yes
	snag_parallel(fill, add_up); // ANSWER: yes
	printf("%d\n", sum[0]);
	return 0;
}
