/* A thread that waits for the one that has started it: what comes behind that comes behind all that its creator did. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_t first;
static int n;

static void before(void)
{
	n++; // NORACE
}

static void tail(void)
{
	n += 2;
}

static void late(void)
{
	printf("%d\n", n);
}

static void *child(void *x)
{
	pthread_join(first, NULL); // RACE 1
	late();
	return x;
}

static void *parent(void *x)
{
	pthread_t t;

	before();
	pthread_create(&t, NULL, child, NULL);
	pthread_detach(t);
	tail();
	return x;
}

int main(void)
{
	pthread_create(&first, NULL, parent, NULL); // RACE 1
	snag_parallel(late, tail); // ANSWER: no: joined
	snag_parallel(late, before); // ANSWER: no
	pthread_exit(NULL);
}
