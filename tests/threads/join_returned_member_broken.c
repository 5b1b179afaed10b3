/* As join_returned_member.c, but the function that waits gives up on some. */
#include <pthread.h>
#include <stdlib.h>

static int setting;

struct worker {
	struct pool *pool;
	struct {
		const char *name;
		pthread_t id;
	} thread;
	int done;
};

struct pool {
	unsigned n;
	struct worker **worker;
};

static void *work(void *argument)
{
	struct worker *w = argument;

	w->done = setting; // RACE 1; RACE 2
	return NULL;
}

static struct worker *worker_new(struct pool *p)
{
	struct worker *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->pool = p;
	if (pthread_create(&w->thread.id, NULL, work, w) != 0) {
		free(w);
		return NULL;
	}
	return w;
}

static void worker_wait(struct worker *w)
{
	if (w->thread.name)
		pthread_join(w->thread.id, NULL);
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
		worker_wait(p->worker[i]);
}

int main(int argc, char **argv)
{
	struct pool *p;
	int done = 0;

	(void)argv;
	setting = 1; // NORACE
	p = pool_new((unsigned)argc);
	pool_end(p);
	setting = 2; // RACE 1
	for (unsigned i = 0; i < p->n; i++)
		done += p->worker[i]->done; // RACE 2
	return done;
}
