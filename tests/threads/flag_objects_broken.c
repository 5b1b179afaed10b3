/* Two channels with a flag each: the flag of the one is waited for, the data of the other is read. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

struct channel { atomic_int ready; int data; };
static struct channel one, two;
static int sum;

static void fill(struct channel *c)
{
	c->data = 1; // RACE 1
}

static void drain(struct channel *c)
{
	sum += c->data; // RACE 1
}

static void *filler(void *x)
{
	struct channel *c = x;

	fill(c);
	atomic_store(&c->ready, 1);
	return x;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, filler, &one);
	pthread_create(&b, NULL, filler, &two);
	while (!atomic_load(&one.ready))
		;
	drain(&two);
	snag_parallel(fill, drain); // ANSWER: yes
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
