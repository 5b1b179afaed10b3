/* A ring between one producer and one consumer, with two semaphores that count free and used slots. Filling and draining do
 * overlap, on different slots: a semaphore that starts above 0 is no gate between the functions. What was done before the
 * threads is. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "snag_ask.h"

#define SLOTS 4

static sem_t available, used;
static int slot[SLOTS], total, limit;

static void fill(int i)
{
	slot[i % SLOTS] = i; // NORACE reported: the semaphores count, a slot is free or used
}

static void drain(int i)
{
	total += slot[i % SLOTS];
}

static void *producer(void *argument)
{
	for (int i = 0; i < limit; i++) {
		sem_wait(&available);
		fill(i);
		sem_post(&used);
	}
	return argument;
}

static void *consumer(void *argument)
{
	for (int i = 0; i < limit; i++) {
		sem_wait(&used);
		drain(i);
		sem_post(&available);
	}
	return argument;
}

static void configure(void)
{
	limit = 10;
}

int main(void)
{
	pthread_t p, c;

	sem_init(&available, 0, SLOTS);
	sem_init(&used, 0, 0);
	configure();
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	snag_parallel(fill, drain); // ANSWER: yes
	snag_parallel(fill, fill); // ANSWER: no: same
	snag_parallel(configure, fill); // ANSWER: no: before
	printf("%d\n", total);
	return 0;
}
