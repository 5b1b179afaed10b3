/* A detached thread, and main, which sleeps instead of waiting: sleeping is no order. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "snag_ask.h"

static int n;

static void work(void)
{
	n++; // RACE 1
}

static void *worker(void *x)
{
	work();
	return x;
}

static void look(void)
{
	printf("%d\n", n); // RACE 1
}

static void start(void)
{
	pthread_attr_t a;
	pthread_t t;

	pthread_attr_init(&a);
	pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &a, worker, NULL);
}

int main(void)
{
	start();
	usleep(1000);
	look();
	snag_parallel(work, look); // ANSWER: yes
	return 0;
}
