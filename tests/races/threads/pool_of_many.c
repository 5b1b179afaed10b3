/* One function makes a pool and starts its workers, another one waits for all of them and frees it. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int stop, jobs, n;
	pthread_t *worker;
};

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		pthread_cond_wait(&p->more, &p->lock);
		p->jobs--; // NORACE
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *pool_new(int n)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->n = n;
	p->worker = calloc((size_t)n, sizeof *p->worker);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	for (int i = 0; i < p->n; i++)
		pthread_create(&p->worker[i], NULL, work, p);
	return p;
}

static void pool_end(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->n; i++)
		pthread_join(p->worker[i], NULL);
	free(p->worker); // NORACE
	free(p); // NORACE
}

int main(int argc, char **argv)
{
	struct pool *p = pool_new(argc);

	(void)argv;
	if (!p)
		return 1;
	pool_end(p);
	return 0;
}
