/* As in a countdown, but whoever comes early takes itself for the last one, too, and sums up what others still compute. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

static atomic_int left = 2;
static int part[2], sum;

static void compute(long i)
{
	part[i] = 1; // RACE 1
}

static void total(void)
{
	sum = part[0] + part[1]; // RACE 1; RACE 2
}

static void *worker(void *i)
{
	compute((long)i);
	if (atomic_fetch_sub(&left, 1) <= 2)
		total();
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	snag_parallel(compute, total); // ANSWER: yes
	snag_parallel(total, total); // ANSWER: yes
	return 0;
}
