/* A second thread takes the member that held the first one's number: only the last one is waited for. */
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

static void *run_fast(void *argument)
{
	struct pool *p = argument;

	pthread_mutex_lock(&p->lock);
	p->stop = 0;
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void pool_hurry(struct pool *p)
{
	pthread_create(&p->thread, NULL, run_fast, p); // RACE: who waits for the thread reads this member
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

int pool_stop(struct pool *p)
{
	pool_wait(p);
	return p->done; // RACE 1
}
