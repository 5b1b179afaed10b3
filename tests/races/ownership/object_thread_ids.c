// Ids in an array and in records: the first thread joins the second, whose id is stored later; each worker looks at its own.
// What main itself does with the ids is in order.
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	int number;
};

static pthread_t pair[2];

static void *second(void *arg)
{
	return arg;
}

static void *first(void *arg)
{
	pthread_join(pair[1], NULL); // RACE 1
	return arg;
}

static void *run(void *arg)
{
	struct worker *w = arg;

	w->number = pthread_equal(w->id, pthread_self()); // RACE 2
	return arg;
}

int main(void)
{
	struct worker *w = malloc(sizeof *w);

	if (!w)
		return 1;
	pthread_create(&pair[0], NULL, first, NULL);
	pthread_create(&pair[1], NULL, second, NULL); // RACE 1
	pthread_create(&w->id, NULL, run, w); // RACE 2
	pthread_join(pair[0], NULL);
	pthread_join(w->id, NULL);
	free(w);
	return 0;
}
