// The thread that is joined by the other one is started first; ids are looked at by those who were started after they were stored.
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
	pthread_join(pair[1], NULL); // NORACE
	return arg;
}

static void *run(void *arg)
{
	struct worker *w = arg;

	w->number = 1; // NORACE
	return arg;
}

int main(void)
{
	struct worker *w = malloc(sizeof *w);

	if (!w)
		return 1;
	pthread_create(&pair[1], NULL, second, NULL); // NORACE
	pthread_create(&pair[0], NULL, first, NULL);
	pthread_create(&w->id, NULL, run, w); // NORACE
	pthread_join(pair[0], NULL);
	pthread_join(w->id, NULL);
	free(w);
	return 0;
}
