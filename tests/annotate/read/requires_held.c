/* The twin of requires.c: both callers hold the lock. */
#include <pthread.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t lock;
	int n;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void add(struct pool *p) REQUIRES(p->lock);

static void add(struct pool *p)
{
	p->n++; // NORACE
}

static void *fill(void *arg)
{
	pthread_mutex_lock(&pool.lock);
	add(&pool);
	pthread_mutex_unlock(&pool.lock);
	return arg;
}

static void *drop(void *arg)
{
	pthread_mutex_lock(&pool.lock);
	add(&pool);
	pthread_mutex_unlock(&pool.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, fill, 0);
	pthread_create(&b, 0, drop, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
