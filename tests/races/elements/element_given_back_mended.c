/* What is given back is the element, or the one of two, that was taken by the same name just before: the other lock is still
 * held. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_mutex_t m[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int one, two, below, chosen, later, inside;

static void *give_one(void *arg)
{
	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[1]);
	inside++; // NORACE
	pthread_mutex_unlock(&m[1]); // another one
	snag_held(&m[0]); // ANSWER: must
	one++; // NORACE
	pthread_mutex_unlock(&m[0]);
	return arg;
}

static void *give_two(void *arg)
{
	int taken = 1 + rand() % 3;

	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[taken]);
	inside++; // NORACE
	pthread_mutex_unlock(&m[taken]);
	snag_held(&m[0]); // ANSWER: must
	two++; // NORACE
	pthread_mutex_unlock(&m[0]);
	return arg;
}

static void take(int k)
{
	pthread_mutex_lock(&m[k]);
}

static void give(int k)
{
	pthread_mutex_unlock(&m[k]);
}

static void *give_below(void *arg)
{
	int k = 1 + rand() % 3;

	pthread_mutex_lock(&m[0]);
	take(k);
	inside++; // NORACE
	give(k);
	below++; // NORACE
	pthread_mutex_unlock(&m[0]);
	return arg;
}

static void *give_chosen(void *arg)
{
	pthread_mutex_t *p = rand() & 1 ? &a : &b;

	pthread_mutex_lock(&c);
	pthread_mutex_lock(p);
	chosen++; // NORACE
	pthread_mutex_unlock(p);
	chosen++; // NORACE
	pthread_mutex_unlock(&c);
	return arg;
}

static void *give_later(void *arg)
{
	pthread_mutex_lock(&m[0]);
	for (int k = 1; k < 4; k++) {
		pthread_mutex_lock(&m[k]);
		if (rand() & 1) {
			later += 2; // NORACE
			pthread_mutex_unlock(&m[k]);
			snag_held(&m[0]); // ANSWER: must
		} else {
			later++; // NORACE
			pthread_mutex_unlock(&m[k]);
		}
		snag_held(&m[0]); // ANSWER: must
	}
	later++; // NORACE
	pthread_mutex_unlock(&m[0]);
	return arg;
}

int main(void)
{
	static void *(*const start[])(void *) = { give_one, give_two, give_below, give_chosen, give_later };
	pthread_t t[10];

	for (int i = 0; i < 10; i++)
		pthread_create(&t[i], NULL, start[i / 2], NULL);
	for (int i = 0; i < 10; i++)
		pthread_join(t[i], NULL);
	return one + two + below + chosen + later + inside;
}
