/* The twin of guarded_other.c: what is declared is held, whatever else is. */
#include <pthread.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t lock;
	pthread_mutex_t big;
	int n GUARDED_BY(&lock);
	int some GUARDED_BY(lock);
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *current = &first;
static int total GUARDED_BY(first), seen GUARDED_BY(*current);

static void *work(void *arg)
{
	pthread_mutex_lock(&pool.big);
	pthread_mutex_lock(&pool.lock);
	pool.n++;    // NORACE
	pool.some++; // NORACE
	pthread_mutex_unlock(&pool.lock);
	pthread_mutex_unlock(&pool.big);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&second);
	total++; // NORACE
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
	pthread_mutex_lock(current);
	seen++; // NORACE
	pthread_mutex_unlock(current);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return pool.n;
}
