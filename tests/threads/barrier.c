/* Four threads compute in two phases with a barrier between: as many take part as the barrier counts, so no thread reads what
 * another one is still writing. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define PARTS 4

static pthread_barrier_t barrier;
static int row[PARTS], sum[PARTS];

static void fill(long i)
{
	row[i] = (int)i; // NORACE: each thread fills its own slot, and all are read behind the barrier
}

static void add_up(long i)
{
	for (int k = 0; k < PARTS; k++)
		sum[i] += row[k];
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

	pthread_barrier_init(&barrier, NULL, PARTS);
	for (long i = 0; i < PARTS; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	for (int i = 0; i < PARTS; i++)
		pthread_join(thread[i], NULL);
	snag_parallel(fill, fill); // ANSWER: yes
	snag_parallel(add_up, add_up); // ANSWER: yes
	snag_parallel(fill, add_up); // ANSWER: no: barrier
	printf("%d\n", sum[0]);
	return 0;
}
