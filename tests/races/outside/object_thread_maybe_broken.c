/* The thread is waited for only if the caller wants it. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_t thread;
	int stop;
	int done;
};

static void *run(void *argument)
{
	struct pool *p = argument;
	int stop = 0;

	while (!stop) {
		pthread_mutex_lock(&p->lock);
		p->done++; // RACE 1
		stop = p->stop;
		pthread_mutex_unlock(&p->lock);
	}
	return NULL;
}

struct pool *pool_new(void)
{
	struct pool *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	pthread_create(&p->thread, NULL, run, p);
	return p;
}

static void pool_wait(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1;
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
}

int pool_stop(struct pool *p, int wait)
{
	if (wait)
		pool_wait(p);
	return p->done; // RACE 1
}
