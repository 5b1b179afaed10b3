/* As double_checked.c, but with a plain pointer, which is set before the table is filled. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct table {
	int square[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *shared_table;

static void fill(struct table *t)
{
	snag_whose(t); // ANSWER: shared
	for (int i = 0; i < 4; i++)
		t->square[i] = i * i; // RACE 1
}

static struct table *get_table(void)
{
	struct table *t = shared_table; // RACE 2

	if (t)
		return t;
	pthread_mutex_lock(&lock);
	t = shared_table;
	if (!t) {
		t = malloc(sizeof *t);
		shared_table = t; // RACE 2
		fill(t);
	}
	pthread_mutex_unlock(&lock);
	return t;
}

static void use(struct table *t)
{
	snag_whose(t); // ANSWER: shared
	printf("%d\n", t->square[2]); // RACE 1
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
	snag_parallel(fill, use); // ANSWER: yes
	snag_parallel(use, use); // ANSWER: yes
	return 0;
}
