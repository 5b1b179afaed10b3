/* Two semaphores around a slot, but the one that counts the free slots starts at two, and there is one. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "snag_ask.h"

static sem_t full, empty;
static int slot, sum;

static void fill(int i)
{
	slot = i; // RACE 1
}

static void drain(void)
{
	sum += slot; // RACE 1
}

static void *producer(void *x)
{
	for (int i = 0; i < 3; i++) {
		sem_wait(&empty);
		fill(i);
		sem_post(&full);
	}
	return x;
}

static void *consumer(void *x)
{
	for (int i = 0; i < 3; i++) {
		sem_wait(&full);
		drain();
		sem_post(&empty);
	}
	return x;
}

int main(void)
{
	pthread_t p, c;

	sem_init(&full, 0, 0);
	sem_init(&empty, 0, 2);
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	snag_parallel(fill, drain); // ANSWER: yes
	return 0;
}
