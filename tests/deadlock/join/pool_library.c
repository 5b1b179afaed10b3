/* As a library: who ends a pool joins its worker with the lock in hand that the worker takes. No main. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_t worker;
	int stop, done;
};

static void *work(void *arg)
{
	struct pool *p = arg;
	int stop = 0;

	while (!stop) {
		pthread_mutex_lock(&p->lock); // WAIT-HOLDING 1
		p->done++;
		stop = p->stop;
		pthread_mutex_unlock(&p->lock);
	}
	return NULL;
}

struct pool *pool_new(void)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	if (pthread_create(&p->worker, NULL, work, p)) {
		free(p);
		return NULL;
	}
	return p;
}

void pool_end(struct pool *p)
{
	pthread_mutex_lock(&p->lock); // WAIT-HOLDING 1
	p->stop = 1;
	pthread_join(p->worker, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&p->lock);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
