/* A bounded ring between one producer and many consumers: nothing to report.
 *
 * Every way out releases the lock, the waits are in loops, and closing wakes everybody. */
#include <pthread.h>
#include <stdbool.h>

#define SIZE 128

struct ring {
	pthread_mutex_t lock;
	pthread_cond_t not_empty, not_full;
	void *slot[SIZE];
	unsigned head, tail;
	bool closed;
};

void ring_init(struct ring *ring)
{
	*ring = (struct ring){ .closed = false }; // NORACE
	pthread_mutex_init(&ring->lock, NULL);
	pthread_cond_init(&ring->not_empty, NULL);
	pthread_cond_init(&ring->not_full, NULL);
}

bool ring_put(struct ring *ring, void *item)
{
	bool done = false;

	pthread_mutex_lock(&ring->lock);
	while (ring->head - ring->tail == SIZE && !ring->closed)
		pthread_cond_wait(&ring->not_full, &ring->lock);
	if (!ring->closed) {
		ring->slot[ring->head++ % SIZE] = item;
		pthread_cond_signal(&ring->not_empty);
		done = true;
	}
	pthread_mutex_unlock(&ring->lock);
	return done;
}

bool ring_try_put(struct ring *ring, void *item)
{
	if (pthread_mutex_trylock(&ring->lock))
		return false;
	if (ring->closed || ring->head - ring->tail == SIZE) {
		pthread_mutex_unlock(&ring->lock);
		return false;
	}
	ring->slot[ring->head++ % SIZE] = item;
	pthread_cond_signal(&ring->not_empty);
	pthread_mutex_unlock(&ring->lock);
	return true;
}

void *ring_get(struct ring *ring)
{
	void *item = NULL;

	pthread_mutex_lock(&ring->lock);
	while (ring->head == ring->tail && !ring->closed)
		pthread_cond_wait(&ring->not_empty, &ring->lock);
	if (ring->head != ring->tail) {
		item = ring->slot[ring->tail++ % SIZE];
		pthread_cond_signal(&ring->not_full);
	}
	pthread_mutex_unlock(&ring->lock);
	return item;
}

void ring_close(struct ring *ring)
{
	pthread_mutex_lock(&ring->lock);
	ring->closed = true;
	pthread_cond_broadcast(&ring->not_empty);
	pthread_cond_broadcast(&ring->not_full);
	pthread_mutex_unlock(&ring->lock);
}
