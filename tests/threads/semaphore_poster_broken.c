/* As semaphore_handover.c, but another thread posts the semaphore, too, and has filled nothing. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "snag_ask.h"

static sem_t ready;
static int block[4];

static void fill(void)
{
	for (int i = 0; i < 4; i++)
		block[i] = i; // RACE 1
}

static void compress(void)
{
	printf("%d\n", block[0] + block[3]); // RACE 1
}

static void *reader_main(void *argument)
{
	fill();
	sem_post(&ready);
	return argument;
}

static void *compressor_main(void *argument)
{
	while (sem_wait(&ready) != 0)
		continue;
	compress();
	return argument;
}

static void *third_main(void *argument)
{
	sem_post(&ready);
	return argument;
}

int main(void)
{
	pthread_t reader, compressor, third;

	sem_init(&ready, 0, 0);
	pthread_create(&reader, NULL, reader_main, NULL);
	pthread_create(&compressor, NULL, compressor_main, NULL);
	pthread_create(&third, NULL, third_main, NULL);
	pthread_join(third, NULL);
	pthread_join(reader, NULL);
	pthread_join(compressor, NULL);
	snag_parallel(fill, compress); // ANSWER: yes
	return 0;
}
