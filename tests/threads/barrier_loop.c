/* A simulation in rounds: all threads compute, meet, exchange, meet again. The second barrier keeps the next round's compute
 * away from this round's exchange. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define PARTS 3
#define ROUNDS 3

static pthread_barrier_t barrier;
static int cell[PARTS], old[PARTS];

static void compute(long i)
{
	cell[i] = old[i] + 1; // NORACE: each thread has its own cell, and others read it between the barriers
}

static void exchange(long i)
{
	old[i] = cell[(i + 1) % PARTS];
}

static void *worker(void *i)
{
	for (int round = 0; round < ROUNDS; round++) {
		compute((long)i);
		pthread_barrier_wait(&barrier);
		exchange((long)i);
		pthread_barrier_wait(&barrier);
	}
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
	snag_parallel(compute, compute); // ANSWER: yes
	snag_parallel(exchange, exchange); // ANSWER: yes
	snag_parallel(compute, exchange); // ANSWER: no: barrier
	printf("%d\n", cell[0]);
	return 0;
}
