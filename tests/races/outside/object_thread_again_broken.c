/* The thread is waited for and started again before the counter is read. */
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

int pool_restart(struct pool *p)
{
	pool_wait(p);
	p->stop = 0; // RACE: two callers at once: the other one's thread may be there again
	pthread_create(&p->thread, NULL, run, p); // RACE: of two callers at once, one reads what the other one stores
	return p->done; // RACE 1
}
