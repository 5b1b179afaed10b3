/* A counted object that several threads use. Whoever takes the count to 0 is the last one, and has the object for itself: the
 * others' uses happened before their own decrements, which the last one has seen (acq_rel). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct image {
	atomic_int references;
	int width, height;
};

static void destroy(struct image *i)
{
	snag_whose(&i->width); // ANSWER: own
	i->width = i->height = 0; // NORACE
	free(i); // NORACE
}

static void put(struct image *i)
{
	if (atomic_fetch_sub_explicit(&i->references, 1, memory_order_acq_rel) == 1)
		destroy(i);
}

static int area(const struct image *i)
{
	snag_whose(&i->width); // ANSWER: shared
	return i->width * i->height;
}

static void *viewer(void *argument)
{
	if (area(argument) != 12)
		abort();
	put(argument);
	return NULL;
}

int main(void)
{
	struct image *i = malloc(sizeof *i);
	pthread_t first, second;

	*i = (struct image){ 3, 3, 4 };
	snag_whose(i); // ANSWER: fresh
	pthread_create(&first, NULL, viewer, i);
	pthread_create(&second, NULL, viewer, i);
	put(i);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	/* three references, three threads, each gives back one: who is the last comes behind all uses */
	snag_parallel(destroy, area); // ANSWER: no
	snag_parallel(area, area); // ANSWER: yes
	puts("gone");
	return 0;
}
