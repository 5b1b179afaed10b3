/* A control of pthread_once in each object: who has passed that of its own object knows nothing about the other one. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct cache { pthread_once_t once; int size; };
static struct cache cache[2] = { { PTHREAD_ONCE_INIT, 0 }, { PTHREAD_ONCE_INIT, 0 } };
static int made, seen;

static void make(void)
{
	made++; // RACE 1
}

static void use(void)
{
	seen = made; // RACE 1; RACE 2
}

static void *user(void *x)
{
	struct cache *c = x;

	pthread_once(&c->once, make);
	use();
	return x;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, user, &cache[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	snag_parallel(make, use); // ANSWER: yes
	snag_parallel(make, make); // ANSWER: yes
	return 0;
}
