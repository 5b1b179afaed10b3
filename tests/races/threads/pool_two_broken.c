/* Two pools, and the worker of the other one is waited for. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
	pthread_mutex_t lock;
	int stop, done;
	pthread_t worker;
};

static void *work(void *arg)
{
	struct pool *p = arg;

	for (int stop = 0; !stop;) {
		pthread_mutex_lock(&p->lock);
		stop = p->stop;
		p->done++; // RACE 1
		pthread_mutex_unlock(&p->lock);
	}
	return NULL;
}

static struct pool *pool_new(void)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		abort();
	pthread_mutex_init(&p->lock, NULL);
	pthread_create(&p->worker, NULL, work, p);
	return p;
}

static void pool_stop(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1;
	pthread_mutex_unlock(&p->lock);
}

int main(void)
{
	struct pool *p = pool_new(), *q = pool_new();

	pool_stop(p);
	pool_stop(q);
	pthread_join(p->worker, NULL);
	free(p); // NORACE
	free(q); // RACE 1
	return 0;
}
