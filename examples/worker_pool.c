/* A pool of workers that take jobs from a queue.
 *
 * pool_submit gives up when the queue is full, and forgets that it holds the lock: the next thread that touches the pool waits
 * for ever. Tests rarely fill a queue. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 64

struct job {
	void (*run)(void *);
	void *argument;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct job queue[CAPACITY];
	unsigned first, count;
	int stopping;
};

int pool_submit(struct pool *pool, void (*run)(void *), void *argument)
{
	if (!run)
		return EINVAL;
	pthread_mutex_lock(&pool->lock);
	if (pool->stopping) {
		pthread_mutex_unlock(&pool->lock);
		return ESHUTDOWN;
	}
	if (pool->count == CAPACITY)
		return EAGAIN; // LOCK-LEAK: pool->lock is still held
	pool->queue[(pool->first + pool->count++) % CAPACITY] = (struct job){ run, argument };
	pthread_cond_signal(&pool->filled);
	pthread_mutex_unlock(&pool->lock);
	return 0;
}

static int next_job(struct pool *pool, struct job *job)
{
	pthread_mutex_lock(&pool->lock);
	while (!pool->count && !pool->stopping)
		pthread_cond_wait(&pool->filled, &pool->lock);
	if (!pool->count) {
		pthread_mutex_unlock(&pool->lock);
		return 0;
	}
	*job = pool->queue[pool->first];
	pool->first = (pool->first + 1) % CAPACITY;
	pool->count--;
	pthread_mutex_unlock(&pool->lock);
	return 1;
}

static void *worker(void *argument)
{
	struct job job;

	while (next_job(argument, &job))
		job.run(job.argument);
	return NULL;
}

static void stop(struct pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->stopping = 1;
	pthread_cond_broadcast(&pool->filled);
	pthread_mutex_unlock(&pool->lock);
}

static void say(void *text)
{
	puts(text);
}

int main(void)
{
	static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER };
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		if (pthread_create(&thread[i], NULL, worker, &pool))
			return EXIT_FAILURE;
	pool_submit(&pool, say, "hello");
	stop(&pool);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return EXIT_SUCCESS;
}
