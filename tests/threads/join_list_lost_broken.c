/* As join_list.c, but threads get lost in three ways: a node gets two handles, one after the other; a list is emptied elsewhere; and a round of the walk may
 * start another thread, in front of those that the walk comes to. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct twice { struct twice *next; pthread_t thread; };
struct emptied { struct emptied *next; pthread_t thread; };
struct growing { struct growing *next; pthread_t thread; };

static struct twice *twices;
static struct emptied *emptieds;
static struct growing *growings;
static int served, more = 3;

static void serve_twice(void) { __atomic_fetch_add(&served, 1, __ATOMIC_RELAXED); } // RACE 1
static void serve_emptied(void) { __atomic_fetch_add(&served, 1, __ATOMIC_RELAXED); } // RACE 1
static void serve_growing(void) { __atomic_fetch_add(&served, 1, __ATOMIC_RELAXED); } // RACE 1

static void *twice_main(void *unused) { serve_twice(); return unused; }
static void *emptied_main(void *unused) { serve_emptied(); return unused; }
static void *growing_main(void *unused) { serve_growing(); return unused; }

static void add_twice(void)
{
	struct twice *c = calloc(1, sizeof *c);

	for (int i = 0; i < 2; i++)
		if (pthread_create(&c->thread, NULL, twice_main, NULL) != 0)
			abort();
	c->next = twices;
	twices = c;
}

static void add_emptied(void)
{
	struct emptied *c = calloc(1, sizeof *c);

	if (pthread_create(&c->thread, NULL, emptied_main, NULL) != 0)
		abort();
	c->next = emptieds;
	emptieds = c;
}

static void add_growing(void)
{
	struct growing *c = calloc(1, sizeof *c);

	if (pthread_create(&c->thread, NULL, growing_main, NULL) != 0)
		abort();
	c->next = growings;
	growings = c;
}

static void stop(void)
{
	for (struct twice *c = twices; c; c = c->next)
		pthread_join(c->thread, NULL);
	for (struct emptied *c = emptieds; c; c = c->next)
		pthread_join(c->thread, NULL);
	for (struct growing *c = growings; c; c = c->next) {
		pthread_join(c->thread, NULL);
		if (more-- > 0)
			add_growing();
	}
}

static void report(void)
{
	printf("%d\n", served); // RACE 1
}

int main(void)
{
	add_twice();
	for (int i = 0; i < 4; i++) {
		add_emptied();
		add_growing();
	}
	emptieds = NULL;
	stop();
	report();
	snag_parallel(serve_twice, report); // ANSWER: yes
	snag_parallel(serve_emptied, report); // ANSWER: yes
	snag_parallel(serve_growing, report); // ANSWER: yes
	return 0;
}
