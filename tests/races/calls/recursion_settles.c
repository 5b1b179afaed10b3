/* A tree of replies that is given back by a function that calls itself for each element: what the inner calls touch has no longer name than what
 * the outer one does, so that the summary is complete after a few turns. The tree is shared, and nobody locks it. */
// STATS: gap_recursion == 0
#include <pthread.h>
#include <stdlib.h>

struct reply {
	int type;
	char *text;
	int elements;
	struct reply **element;
};

static struct reply *last;

static void drop(struct reply *r)
{
	if (r->type == 1)
		for (int i = 0; i < r->elements; i++) // RACE 1
			drop(r->element[i]); // RACE 3; RACE 4
	for (int i = 0; i < r->elements; i++) // RACE 1
		r->element[i] = NULL; // RACE 3; RACE 4
	r->element = NULL; // RACE 3
	r->text = NULL; // RACE 2
	r->elements = 0; // RACE 1
}

static void *worker(void *arg)
{
	drop(last);
	return arg;
}

int main(void)
{
	pthread_t t;

	last = calloc(1, sizeof *last);
	if (!last)
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	drop(last);
	pthread_join(t, NULL);
	return 0;
}
