/* Two threads that leave out the second barrier if the command line says so: then the second step may come beside the first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_barrier_t b;
static int x, y;

static void first(void)
{
	x++; // RACE 1
}

static void second(void)
{
	y += x; // RACE 1
}

static int bad;

static void *left(void *p)
{
	pthread_barrier_wait(&b);
	first();
	if (!bad)
		pthread_barrier_wait(&b);
	return p;
}

static void *right(void *p)
{
	pthread_barrier_wait(&b);
	if (!bad)
		pthread_barrier_wait(&b);
	second();
	return p;
}

int main(int argc, char **argv)
{
	pthread_t t[2];

	bad = argc > 1;
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t[0], NULL, left, NULL);
	pthread_create(&t[1], NULL, right, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	snag_parallel(first, second); // ANSWER: yes
	(void)argv;
	return 0;
}
