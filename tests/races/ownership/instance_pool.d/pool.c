/* A pool of buffers, in a file of its own: each pool has its lock, and a buffer goes back to the pool that owns it. What is
 * in a buffer belongs to whoever has it. */
#include "pool.h"

#include <stddef.h>

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
		pool->lent++; // NORACE
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
	pool->lent--; // NORACE
	pthread_mutex_unlock(&pool->lock);
}
