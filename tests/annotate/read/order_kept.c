/* The twin of order.c: locks are taken as declared; and where one is only tried, nobody waits. */
#include <pthread.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t outer;
	pthread_mutex_t inner ACQUIRED_AFTER(&outer);
	int n, m;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b ACQUIRED_AFTER(a) = PTHREAD_MUTEX_INITIALIZER;
extern pthread_mutex_t d;
static pthread_mutex_t c ACQUIRED_BEFORE(a, d) = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER;
static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int x, y;

static void *work(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	x++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&d);
	y++; // NORACE
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&c);
	pthread_mutex_lock(&pool.outer);
	pthread_mutex_lock(&pool.inner);
	pool.n++; // NORACE
	pthread_mutex_unlock(&pool.inner);
	pthread_mutex_unlock(&pool.outer);
	pthread_mutex_lock(&pool.inner);
	if (!pthread_mutex_trylock(&pool.outer)) {
		pool.m++; // NORACE
		pthread_mutex_unlock(&pool.outer);
	}
	pthread_mutex_unlock(&pool.inner);
	return arg;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, 0, work, 0);
	pthread_create(&t, 0, work, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
