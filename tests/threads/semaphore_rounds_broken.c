/* A consumer that waits once for a producer that fills the block twice: the second time may come while the block is used. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "snag_ask.h"

static sem_t ready;
static int block, sum;

static void fill(int i)
{
	block = i; // RACE 1
}

static void use(void)
{
	sum += block; // RACE 1
}

static void *producer(void *x)
{
	for (int i = 0; i < 2; i++) {
		fill(i);
		sem_post(&ready);
	}
	return x;
}

static void *consumer(void *x)
{
	sem_wait(&ready);
	use();
	return x;
}

int main(void)
{
	pthread_t p, c;

	sem_init(&ready, 0, 0);
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	snag_parallel(fill, use); // ANSWER: yes
	return 0;
}
