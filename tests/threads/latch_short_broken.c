/* A countdown that starts one too low: the third part may still be computed when the sum is made. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int left = 2, part[3], sum;

static void compute(long i)
{
	part[i] = 1; // RACE 1
}

static void add(void)
{
	for (int i = 0; i < 3; i++)
		sum += part[i]; // RACE 1
}

static void *worker(void *i)
{
	compute((long)i);
	pthread_mutex_lock(&m);
	left--;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (long i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, (void *)i);
	pthread_mutex_lock(&m);
	while (left > 0)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	add();
	snag_parallel(compute, add); // ANSWER: yes
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
