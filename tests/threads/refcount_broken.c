/* As refcount.c, but the count is decremented with relaxed order, and the viewers look at the image again after they have
 * given it back. */
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
	i->width = i->height = 0; // RACE 1; RACE 2
}

static void put(struct image *i)
{
	if (atomic_fetch_sub_explicit(&i->references, 1, memory_order_relaxed) == 1)
		destroy(i);
}

static int area(const struct image *i)
{
	snag_whose(&i->width); // ANSWER: shared
	return i->width * i->height; // RACE 1; RACE 2
}

static void *viewer(void *argument)
{
	area(argument);
	put(argument);
	area(argument);
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
	snag_parallel(destroy, area); // ANSWER: yes
	snag_parallel(area, area); // ANSWER: yes
	puts("gone");
	return 0;
}
