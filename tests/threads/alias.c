/* When two pointers are the same: after an assignment, after a branch, for variables, heap blocks, wrappers of malloc,
 * members, swaps through pointers to pointers, copies of memory. The pointers lead to locks and functions, which is what
 * contexts keeps track of. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "snag_ask.h"

struct door {
	pthread_mutex_t inner, outer;
	struct door *next;
};

struct ring {
	struct door *front, *back;
};

static struct door one, two;
static pthread_mutex_t *chosen;

static struct door *door_new(void)
{
	struct door *d = calloc(1, sizeof *d);

	if (!d)
		abort();
	pthread_mutex_init(&d->inner, NULL);
	return d;
}

static void assignments(int n)
{
	struct door *p = &one, *q = p;

	snag_alias(p, q); // ANSWER: must
	snag_alias(&one, &two); // ANSWER: no
	q = &two;
	snag_alias(p, q); // ANSWER: no
	if (n)
		q = p;
	snag_alias(p, q); // ANSWER: may
	chosen = &q->inner;
	snag_alias(chosen, &two.inner); // ANSWER: may
	chosen = &one.outer;
	snag_alias(chosen, &one.outer); // ANSWER: must
	snag_alias(chosen, &two.outer); // ANSWER: no
}

static void members(struct door *d)
{
	snag_alias(&d->inner, &d->outer); // ANSWER: no
	/* The first member is where the struct is. */
	snag_alias(&d->inner, d); // ANSWER: must
	snag_alias(&d->outer, d); // ANSWER: no
	pthread_mutex_lock(&d->inner);
	pthread_mutex_unlock(&d->inner);
}

static void heap(void)
{
	struct door *p = door_new(), *q = door_new(), *r = p;

	snag_alias(p, q); // ANSWER: no
	snag_alias(p, r); // ANSWER: must
	snag_alias(&p->inner, &q->inner); // ANSWER: no
	p->next = q;
	snag_alias(p->next, q); // ANSWER: must
	snag_alias(p->next, p); // ANSWER: no
	pthread_mutex_lock(&p->inner);
	snag_held(&r->inner); // ANSWER: must
	snag_held(&q->inner); // ANSWER: no
	pthread_mutex_unlock(&p->inner);
	free(p);
	free(q);
}

static void swap(struct door **x, struct door **y)
{
	struct door *t = *x;

	*x = *y;
	*y = t;
}

static void swapped(void)
{
	struct door *p = &one, *q = &two;

	swap(&p, &q);
	snag_alias(p, &two); // ANSWER: must
	snag_alias(q, &one); // ANSWER: must
	snag_alias(p, q); // ANSWER: no
	pthread_mutex_lock(&p->inner);
	snag_held(&two.inner); // ANSWER: must
	snag_held(&one.inner); // ANSWER: no
	pthread_mutex_unlock(&p->inner);
}

static void copied(void)
{
	struct ring from = { &one, &two }, to = { 0 };

	memcpy(&to, &from, sizeof to);
	snag_alias(to.front, &one); // ANSWER: must
	snag_alias(to.back, &two); // ANSWER: must
	snag_alias(to.front, to.back); // ANSWER: no
	snag_alias(&to, &from); // ANSWER: no
	to = (struct ring){ from.back, from.front };
	snag_alias(to.front, &two); // ANSWER: must
}

/* A loop: each block is another one, and the pointer kept from the round before is not the new one. */
static void rounds(int n)
{
	struct door *last = NULL;

	for (int i = 0; i < n; i++) {
		struct door *d = door_new();
		snag_alias(d, last); // ANSWER: no
		d->next = last;
		last = d;
		snag_alias(d, last); // ANSWER: must
	}
	while (last) {
		struct door *d = last;
		last = d->next;
		free(d);
	}
}

/* A function that may give what it has given before. */
static struct door *door_again(void)
{
	static struct door *saved;

	if (!saved)
		saved = door_new();
	return saved;
}

static void again(int n)
{
	struct door *last = NULL;

	for (int i = 0; i < n; i++) {
		struct door *d = door_again();
		snag_alias(d, last); // ANSWER: may
		pthread_mutex_lock(&d->inner);
		pthread_mutex_unlock(&d->inner);
		last = d;
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	pthread_mutex_init(&one.inner, NULL);
	pthread_mutex_init(&two.inner, NULL);
	assignments(argc > 1);
	members(&one);
	members(&two);
	heap();
	swapped();
	copied();
	rounds(argc + 2);
	again(argc + 2);
	return 0;
}
