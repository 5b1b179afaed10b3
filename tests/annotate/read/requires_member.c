/* The same of a lock that a parameter leads to, with a caller in the library that does not hold it. */
#include <pthread.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t lock;
	int n;
};

void pool_add(struct pool *p) REQUIRES(p->lock);

void pool_add(struct pool *p) // ASSERT-HELD: pool_reset() does not
{
	p->n++; // RACE 1
}

void pool_fill(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	pool_add(p);
	pthread_mutex_unlock(&p->lock);
}

void pool_reset(struct pool *p)
{
	pool_add(p);
}
