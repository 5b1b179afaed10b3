/* Elements of an array, by a number that is written out and by one that is computed: they may be the same. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct entry { long key; pthread_mutex_t *lock; };
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static struct entry table[4];

static void in_variable(int i)
{
	table[1].lock = &b;
	table[2].lock = &b;
	snag_alias(table[1].lock, &b); // ANSWER: must
	table[i].lock = &a;
	snag_alias(table[1].lock, &b); // ANSWER: may
	pthread_mutex_lock(table[2].lock);
	snag_held(&b); // ANSWER: may
	pthread_mutex_unlock(table[2].lock);
}

static void in_slot(int i)
{
	struct entry e[4] = { { 1, &a }, { 2, &b }, { 3, &b } };

	e[i].lock = &a;
	snag_alias(e[1].lock, &b); // ANSWER: may
	e[1].lock = &b;
	snag_alias(e[1].lock, &b); // ANSWER: must
	snag_alias(e[i].lock, &b); // ANSWER: may
}

static void in_block(int i)
{
	struct entry *e = calloc(4, sizeof *e);

	e[0].lock = e[1].lock = &b;
	e[i].lock = &a;
	snag_alias(e[0].lock, &b); // ANSWER: may
	snag_alias(e[1].lock, &b); // ANSWER: may
	free(e);
}

static void set(struct entry *e, pthread_mutex_t *m)
{
	e->lock = m;
}

static void by_call(int i)
{
	struct entry e[4] = { { 1, &b }, { 2, &b } };

	set(&e[i], &a);
	snag_alias(e[0].lock, &b); // ANSWER: may
	snag_alias(e[1].lock, &b); // ANSWER: may
	set(e + 1, &b);
	snag_alias(e[1].lock, &b); // ANSWER: must
}

int main(int argc, char **argv)
{
	(void)argv;
	in_variable(argc & 3);
	in_slot(argc & 3);
	in_block(argc & 3);
	by_call(argc & 3);
	return 0;
}
