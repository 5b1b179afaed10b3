/* As double_checked.c, but whether the table is filled depends on a number: that the pointer is not null is known from the test alone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct table {
	int square[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *_Atomic shared_table;
static int rows = 4;

static void fill(struct table *t)
{
	snag_whose(t); // ANSWER: fresh
	for (int i = 0; i < rows; i++)
		t->square[i] = i * i;
}

static struct table *get_table(void)
{
	struct table *t = atomic_load_explicit(&shared_table, memory_order_acquire);

	if (t)
		return t;
	pthread_mutex_lock(&lock);
	t = atomic_load_explicit(&shared_table, memory_order_relaxed);
	if (!t) {
		t = malloc(sizeof *t);
		if (!t)
			abort();
		if (rows)
			fill(t);
		atomic_store_explicit(&shared_table, t, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return t;
}

static void use(struct table *t)
{
	snag_whose(t); // ANSWER: shared
	printf("%d\n", t->square[2]);
}

static void *worker(void *argument)
{
	use(get_table());
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	/* whoever has no memory does not get to the store */
	snag_parallel(fill, use); // ANSWER: no
	snag_parallel(use, use); // ANSWER: yes
	return 0;
}
