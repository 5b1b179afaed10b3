/* A function makes a record, starts its thread, and returns it; who called it puts it into the array that the joins go through. */
#include <pthread.h>
#include <stdlib.h>

static int setting;

struct worker {
	struct pool *pool;
	pthread_t id;
	int done;
};

struct pool {
	unsigned n;
	struct worker **worker;
};

static void *work(void *argument)
{
	struct worker *w = argument;

	w->done = setting; // NORACE
	return NULL;
}

static struct worker *worker_new(struct pool *p)
{
	struct worker *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->pool = p;
	if (pthread_create(&w->id, NULL, work, w) != 0) {
		free(w);
		return NULL;
	}
	return w;
}

static struct pool *pool_new(unsigned n)
{
	struct pool *p = malloc(sizeof *p);

	if (!p)
		abort();
	p->n = n;
	p->worker = calloc(n, sizeof *p->worker);
	if (!p->worker)
		abort();
	for (unsigned i = 0; i < n; i++) {
		p->worker[i] = worker_new(p);
		if (!p->worker[i])
			abort();
	}
	return p;
}

static void pool_end(struct pool *p)
{
	for (unsigned i = 0; i < p->n; i++)
		pthread_join(p->worker[i]->id, NULL);
}

int main(int argc, char **argv)
{
	struct pool *p;
	int done = 0;

	(void)argv;
	setting = 1; // NORACE
	p = pool_new((unsigned)argc);
	pool_end(p);
	setting = 2; // NORACE
	for (unsigned i = 0; i < p->n; i++)
		done += p->worker[i]->done; // NORACE
	return done;
}
