// A block, and elements of an array, each with its lock: made before the worker is started that uses it, ended when that was joined.
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 3 };

struct work {
	pthread_mutex_t lock;
	int done;
	pthread_t id;
};

static struct work fixed[WORKERS];

static void *run(void *argument)
{
	struct work *w = argument;

	pthread_mutex_lock(&w->lock); // NORACE
	w->done++;
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

static void *run_fixed(void *argument)
{
	struct work *w = argument;

	pthread_mutex_lock(&w->lock); // NORACE
	w->done++;
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

static struct work *start(void)
{
	struct work *w = malloc(sizeof *w);

	if (!w)
		abort();
	pthread_mutex_init(&w->lock, NULL); // NORACE
	w->done = 0;
	pthread_create(&w->id, NULL, run, w); // NORACE
	return w;
}

static void end(struct work *w)
{
	pthread_join(w->id, NULL);
	pthread_mutex_destroy(&w->lock); // NORACE
	free(w);
}

int main(void)
{
	struct work *one = start();

	for (int i = 0; i < WORKERS; i++) {
		pthread_mutex_init(&fixed[i].lock, NULL); // NORACE
		pthread_create(&fixed[i].id, NULL, run_fixed, &fixed[i]); // NORACE
	}
	end(one);
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(fixed[i].id, NULL);
		pthread_mutex_destroy(&fixed[i].lock); // NORACE
	}
	return 0;
}
