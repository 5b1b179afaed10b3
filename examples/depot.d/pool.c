/* Requests wait here until a worker has time. */
#include "depot.h"

#include <pthread.h>

#define CAPACITY 16

static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled, emptied;
	struct request queue[CAPACITY];
	unsigned first, count;
	bool stopping;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .emptied = PTHREAD_COND_INITIALIZER };

void pool_submit(struct request r)
{
	pthread_mutex_lock(&pool.lock);
	while (pool.count == CAPACITY)
		pthread_cond_wait(&pool.emptied, &pool.lock);
	pool.queue[(pool.first + pool.count++) % CAPACITY] = r;
	pthread_cond_signal(&pool.filled);
	pthread_mutex_unlock(&pool.lock);
}

bool pool_take(struct request *r)
{
	bool some;

	pthread_mutex_lock(&pool.lock);
	while (!pool.count && !pool.stopping)
		pthread_cond_wait(&pool.filled, &pool.lock);
	some = pool.count > 0;
	if (some) {
		*r = pool.queue[pool.first];
		pool.first = (pool.first + 1) % CAPACITY;
		pool.count--;
		pthread_cond_signal(&pool.emptied);
	}
	pthread_mutex_unlock(&pool.lock);
	return some;
}

void pool_stop(void)
{
	pthread_mutex_lock(&pool.lock);
	pool.stopping = true;
	pthread_cond_broadcast(&pool.filled);
	pthread_mutex_unlock(&pool.lock);
}
