/* The number is stored when the threads run, and by then it is another one. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // RACE 1
	pthread_mutex_unlock(&lock);
	return NULL;
}

struct worker {
	int id;
	pthread_t tid;
};

struct pool {
	unsigned n;
	struct worker **worker;
};

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
		struct worker *w = malloc(sizeof *w);
		if (!w)
			abort();
		w->id = (int)i;
		if (pthread_create(&w->tid, NULL, work, w))
			abort();
		p->worker[i] = w;
	}
	p->n = n / 2;
	return p;
}

static void pool_end(struct pool *p)
{
	for (unsigned i = 0; i < p->n; i++)
		pthread_join(p->worker[i]->tid, NULL);
	free(p->worker);
	free(p);
}

int main(int argc, char **argv)
{
	struct pool *p = pool_new((unsigned)argc);

	(void)argv;
	pool_end(p);
	total++; // RACE 1
	return 0;
}
