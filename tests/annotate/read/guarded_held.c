/* The twin of guarded.c: every access that others may meet holds the lock that is declared. */
#include <pthread.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t lock;
	int n GUARDED_BY(&lock);
	int free GUARDED_BY(&lock);
};

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static int total GUARDED_BY(big), hits GUARDED_BY(big);
static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void *work(void *arg)
{
	pthread_mutex_lock(&pool.lock);
	pool.n++;    // NORACE
	pool.free++; // NORACE
	pthread_mutex_unlock(&pool.lock);
	pthread_mutex_lock(&big);
	total++; // NORACE
	hits++;  // NORACE
	pthread_mutex_unlock(&big);
	return arg;
}

int main(void)
{
	pthread_t a;

	pool.free = 3; // NORACE
	hits = 1;      // NORACE
	pthread_create(&a, 0, work, 0);
	pthread_mutex_lock(&pool.lock);
	pool.n = 0; // NORACE
	pthread_mutex_unlock(&pool.lock);
	pthread_mutex_lock(&big);
	total = 0; // NORACE
	pthread_mutex_unlock(&big);
	pthread_join(a, 0);
	return hits; // NORACE
}
