/* What is given back is some element, or one of two: it may be the lock that is held under a name of its own, also if another one
 * was taken by a name that looks the same. */
// FLAGS: --limit stuck-instructions=1
// (what is not given back stays locked, and others want it; whether the prover sees it in time is not asked here)
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_mutex_t m[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int one, two, below, chosen, later;

static void *give_one(void *arg)
{
	pthread_mutex_lock(&m[0]);
	two++; // RACE 2: give_two may have given it back
	pthread_mutex_unlock(&m[rand() & 3]);
	snag_held(&m[0]); // ANSWER: may ; today: no
	one++; // RACE 1
	return arg;
}

static void *give_two(void *arg)
{
	int taken = 1 + rand() % 3, given = rand() & 3;

	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[taken]);
	two++; // RACE 2
	pthread_mutex_unlock(&m[given]);
	snag_held(&m[0]); // ANSWER: may ; today: no
	two++; // RACE 2
	return arg;
}

static void give(int k)
{
	pthread_mutex_unlock(&m[k]);
}

static void *give_below(void *arg)
{
	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[1 + rand() % 3]);
	give(rand() & 3);
	below++; // RACE 3
	return arg;
}

static void *give_chosen(void *arg)
{
	pthread_mutex_t *p = rand() & 1 ? &a : &b, *q = rand() & 1 ? &a : &b;

	if (p == &a)
		return arg;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(p);
	pthread_mutex_unlock(q);
	chosen++; // RACE 4
	return arg;
}

static void *give_next(void *arg)
{
	int k = 1;

	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[k]);
	while (rand() & 1)
		k = (k + 1) & 3;
	pthread_mutex_unlock(&m[k]); // the name is the same, the number may be another
	later++; // RACE 5
	return arg;
}

int main(void)
{
	static void *(*const start[])(void *) = { give_one, give_two, give_below, give_chosen, give_next };
	pthread_t t[10];

	for (int i = 0; i < 10; i++)
		pthread_create(&t[i], NULL, start[i / 2], NULL);
	for (int i = 0; i < 10; i++)
		pthread_join(t[i], NULL);
	return one + two + below + chosen + later;
}
