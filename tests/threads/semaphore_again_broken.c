/* A semaphore that is made twice, for a second run with 1: there nobody waits for the block. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "snag_ask.h"

static sem_t ready;
static int block, sum;

static void fill(void)
{
	block++; // RACE 1
}

static void use(void)
{
	sum += block; // RACE 1
}

static void *filler(void *x)
{
	fill();
	sem_post(&ready);
	return x;
}

static void *user(void *x)
{
	sem_wait(&ready);
	use();
	return x;
}

static void run(unsigned n)
{
	pthread_t a, b;

	sem_init(&ready, 0, n);
	pthread_create(&a, NULL, filler, NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

int main(void)
{
	run(0);
	run(1);
	snag_parallel(fill, use); // ANSWER: yes
	return 0;
}
