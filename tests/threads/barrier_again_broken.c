/* A barrier that may be made again for one thread only, by the command line: then nobody waits there. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_barrier_t meet;
static int a, b;

static void write_(void)
{
	a++; // RACE 1
}

static void read_(void)
{
	b = a; // RACE 1
}

static void *left(void *x)
{
	write_();
	pthread_barrier_wait(&meet);
	return x;
}

static void *right(void *x)
{
	pthread_barrier_wait(&meet);
	read_();
	return x;
}

int main(int argc, char **argv)
{
	pthread_t t[2];

	pthread_barrier_init(&meet, NULL, 2);
	if (argc > 1) {
		pthread_barrier_destroy(&meet);
		pthread_barrier_init(&meet, NULL, 1);
	}
	pthread_create(&t[0], NULL, left, NULL);
	pthread_create(&t[1], NULL, right, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	snag_parallel(write_, read_); // ANSWER: yes
	(void)argv;
	return 0;
}
