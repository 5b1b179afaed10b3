/* A pool on the heap is taken down with its lock held, three calls deep; its workers want that lock. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_t worker[2];
	int stop, done;
};

static void *work(void *arg)
{
	struct pool *p = arg;

	for (int i = 0; i < 3; i++) {
		int stop;
		pthread_mutex_lock(&p->lock); // WAIT-HOLDING 1
		stop = p->stop;
		p->done++;
		pthread_mutex_unlock(&p->lock);
		if (stop)
			break;
	}
	return NULL;
}

static void reap(struct pool *p)
{
	for (int i = 0; i < 2; i++)
		pthread_join(p->worker[i], NULL); // WAIT-HOLDING 1
}

static void shut(struct pool *p)
{
	reap(p);
}

static void pool_destroy(struct pool *p)
{
	pthread_mutex_lock(&p->lock); // WAIT-HOLDING 1
	p->stop = 1;
	shut(p);
	pthread_mutex_unlock(&p->lock);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

static struct pool *pool_create(void)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		abort();
	pthread_mutex_init(&p->lock, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&p->worker[i], NULL, work, p);
	return p;
}

int main(void)
{
	struct pool *p = pool_create();

	pool_destroy(p);
	return 0;
}
