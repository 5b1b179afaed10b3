/* The worker of a pool is told to stop, but nobody waits until it has: the pool is freed under its feet. Where the pool is made,
 * its name tells less than where it is freed, and it is the same pool. */
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
	struct pool *p = pool_new();

	usleep(10);
	pool_stop(p);
	free(p); // RACE 1
	return 0;
}
