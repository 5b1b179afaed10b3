/* As refcount.c, but with a reference too few: it differs in a number alone. */
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
	snag_whose(&i->width); // ANSWER: shared
	i->width = 0; // RACE 1; RACE 3
	i->height = 0; // RACE 2; RACE 3
	free(i); // RACE 3
}

static void put(struct image *i)
{
	if (atomic_fetch_sub_explicit(&i->references, 1, memory_order_acq_rel) == 1) // RACE 3
		destroy(i);
}

static int area(const struct image *i)
{
	snag_whose(&i->width); // ANSWER: shared
	return i->width // RACE 1; RACE 3
	       * i->height; // RACE 2; RACE 3
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

	*i = (struct image){ 2, 3, 4 };
	snag_whose(i); // ANSWER: fresh
	pthread_create(&first, NULL, viewer, i);
	pthread_create(&second, NULL, viewer, i);
	put(i);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	/* the second one to give back is the last, the third one may still look */
	snag_parallel(destroy, area); // ANSWER: yes
	snag_parallel(area, area); // ANSWER: yes
	puts("gone");
	return 0;
}
