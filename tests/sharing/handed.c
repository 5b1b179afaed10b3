/* Objects given to new threads: in a struct with others; kept by the maker in a global; given to two; made by a caller. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct job {
	int n;
	struct job *inner;
};

static struct job *last;

static void *nested_main(void *argument)
{
	struct job *j = argument;

	snag_whose(j); // ANSWER: fresh
	j->n++;
	snag_whose(j->inner); // ANSWER: fresh
	j->inner->n++;
	return NULL;
}

static void *kept_main(void *argument)
{
	struct job *j = argument;

	snag_whose(j); // ANSWER: shared
	j->n++; // RACE 1
	return NULL;
}

static void *two_main(void *argument)
{
	struct job *j = argument;

	snag_whose(j); // ANSWER: shared
	j->n++; // RACE 1
	return NULL;
}

static void *shared_inner_main(void *argument)
{
	struct job *j = argument;

	snag_whose(j); // ANSWER: fresh
	j->n++;
	snag_whose(j->inner); // ANSWER: shared
	j->inner->n++; // RACE 1
	return NULL;
}

static void nested(pthread_t *t)
{
	struct job *j = calloc(1, sizeof *j);

	j->inner = calloc(1, sizeof *j->inner);
	pthread_create(t, NULL, nested_main, j);
}

static void kept(pthread_t *t)
{
	struct job *j = calloc(1, sizeof *j);

	last = j;
	pthread_create(t, NULL, kept_main, j);
}

static void two(pthread_t *t)
{
	struct job *j = calloc(1, sizeof *j);

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, two_main, j);
}

static void shared_inner(pthread_t *t, struct job *common)
{
	struct job *j = calloc(1, sizeof *j);

	j->inner = common;
	pthread_create(t, NULL, shared_inner_main, j);
}

int main(void)
{
	pthread_t t[7];
	struct job *common = calloc(1, sizeof *common);

	nested(&t[0]);
	kept(&t[1]);
	if (last)
		last->n++; // RACE 1
	two(&t[2]);
	shared_inner(&t[4], common);
	shared_inner(&t[5], common);
	for (int i = 0; i < 6; i++)
		pthread_join(t[i], NULL);
	return 0;
}
