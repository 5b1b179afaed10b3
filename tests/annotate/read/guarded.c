/* Guards that the source declares. An access without the lock, where another thread may be, breaks what is declared; before there are
 * others, nothing is broken. */
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
	pool.n++;    // RACE 1
	pool.free++; // NORACE
	pthread_mutex_unlock(&pool.lock);
	pthread_mutex_lock(&big);
	total++; // RACE 2
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
	pool.n = 0; // RACE 1
	total = 0;  // RACE 2
	pthread_join(a, 0);
	return hits; // NORACE
}
