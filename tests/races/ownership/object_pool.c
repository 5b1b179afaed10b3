// The pool is taken down behind the joins of all of its workers; each job brings its lock along and is ended by who waited for it.
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 3 };

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int jobs, stop;
	pthread_t id[WORKERS];
};

static void *worker(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock); // NORACE
	while (!p->stop) {
		while (!p->jobs && !p->stop)
			pthread_cond_wait(&p->more, &p->lock); // NORACE
		if (p->jobs)
			p->jobs--;
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *pool_new(void)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		abort();
	pthread_mutex_init(&p->lock, NULL); // NORACE
	pthread_cond_init(&p->more, NULL); // NORACE
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&p->id[i], NULL, worker, p); // NORACE
	return p;
}

static void pool_add(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->jobs++;
	pthread_cond_signal(&p->more);
	pthread_mutex_unlock(&p->lock);
}

static void pool_end(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(p->id[i], NULL);
	pthread_cond_destroy(&p->more); // NORACE
	pthread_mutex_destroy(&p->lock); // NORACE
	free(p);
}

int main(void)
{
	struct pool *p = pool_new();

	pool_add(p);
	pool_end(p);
	return 0;
}
