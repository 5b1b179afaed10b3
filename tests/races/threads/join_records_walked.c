/* Records in an array whose start is a member of another record; started by index, joined by another function from behind. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // NORACE
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
	struct pool p;

	(void)argv;
	pool_start(&p, argc);
	pool_end(&p);
	total++; // NORACE
	return 0;
}
