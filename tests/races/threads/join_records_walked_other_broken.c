/* Another pool is ended. */
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
	int n;
	struct worker *worker;
};

static void pool_start(struct pool *p, int n)
{
	p->n = n;
	p->worker = calloc((size_t)n, sizeof *p->worker);
	if (!p->worker)
		abort();
	for (int i = 0; i < p->n; i++)
		if (pthread_create(&p->worker[i].tid, NULL, work, &p->worker[i]))
			abort();
}

static void pool_end(struct pool *p)
{
	for (int i = p->n; i > 0; i--)
		pthread_join(p->worker[i - 1].tid, NULL);
	free(p->worker);
}

int main(int argc, char **argv)
{
	struct pool p, q;

	(void)argv;
	pool_start(&p, argc);
	pool_start(&q, argc);
	pool_end(&q);
	total++; // RACE 1
	return 0;
}
