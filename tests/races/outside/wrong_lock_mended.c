/* As wrong_lock.c, but who looks at both ends takes both locks. */
#include <pthread.h>

struct queue {
	pthread_mutex_t head_lock, tail_lock;
	int head, tail;
};

void queue_push(struct queue *q)
{
	pthread_mutex_lock(&q->tail_lock);
	q->tail++; // NORACE
	pthread_mutex_unlock(&q->tail_lock);
}

int queue_pop(struct queue *q)
{
	int n;

	pthread_mutex_lock(&q->head_lock);
	pthread_mutex_lock(&q->tail_lock);
	n = q->tail - q->head++; // NORACE
	pthread_mutex_unlock(&q->tail_lock);
	pthread_mutex_unlock(&q->head_lock);
	return n;
}
