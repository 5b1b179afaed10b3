/* A pool of buffers, in a file of its own: each pool has its lock, but a buffer that goes back is always counted under the
 * lock of one of them, whichever pool it belongs to. The list itself is under the right lock. */
#include "pool.h"

#include <stddef.h>

extern struct pool small;

void pool_init(struct pool *pool, struct buffer *buffers, int n)
{
	pthread_mutex_init(&pool->lock, NULL);
	pool->free = NULL;
	pool->lent = n;
	for (int i = 0; i < n; i++) {
		buffers[i].owner = pool;
		pool_put(&buffers[i]);
	}
}

struct buffer *pool_get(struct pool *pool)
{
	struct buffer *b;

	pthread_mutex_lock(&pool->lock);
	b = pool->free; // NORACE
	if (b) {
		pool->free = b->next; // NORACE
		pool->lent++; // RACE 1
	}
	pthread_mutex_unlock(&pool->lock);
	return b;
}

void pool_put(struct buffer *b)
{
	struct pool *pool = b->owner;

	pthread_mutex_lock(&pool->lock);
	b->next = pool->free; // NORACE reported: an object that may be in two structures is never taken
	pool->free = b; // NORACE
	pthread_mutex_unlock(&pool->lock);
	pthread_mutex_lock(&small.lock);
	pool->lent--; // RACE 1
	pthread_mutex_unlock(&small.lock);
}
