/* What other threads store, from round to round: a list that threads move along, so that what the head may hold is named by
 * one more step each time it is read, must not make everything else that threads store unknown. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct door {
	pthread_mutex_t lock;
	struct door *next;
	int opened;
};

static struct door *head;
static struct door spare;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *gate = &guard, *turns = &guard;

static void add_door(void)
{
	struct door *d = calloc(1, sizeof *d);

	if (!d)
		abort();
	pthread_mutex_init(&d->lock, NULL);
	d->next = head;
	head = d;
}

static void *walk(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&guard);
	gate = &guard;
	turns = &spare.lock;
	pthread_mutex_unlock(&guard);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&guard);
		head = head->next;
		pthread_mutex_lock(&head->lock);
		head->opened = 1; // NORACE
		pthread_mutex_unlock(&head->lock);
		pthread_mutex_unlock(&guard);
	}
	return NULL;
}

int main(void)
{
	pthread_mutex_t *taken;
	pthread_t t[2];

	for (int i = 0; i < 5; i++)
		add_door();
	pthread_mutex_init(&spare.lock, NULL);
	for (int i = 0; i < 2; i++)
		if (pthread_create(&t[i], NULL, walk, NULL))
			return 1;
	pthread_mutex_lock(&guard);
	snag_alias(gate, &guard); // ANSWER: must
	snag_alias(gate, &spare.lock); // ANSWER: no
	snag_alias(turns, &guard); // ANSWER: may
	snag_alias(turns, &spare.lock); // ANSWER: may
	snag_alias(turns, &head->lock); // ANSWER: no
	taken = gate;
	pthread_mutex_unlock(&guard);
	pthread_mutex_lock(taken);
	snag_held(&guard); // ANSWER: must
	head->opened = 1; // NORACE
	pthread_mutex_unlock(taken);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
