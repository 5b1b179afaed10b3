/* Two locks in one record, and a member that one function guards by the first, another one by the second. */
#include <pthread.h>

struct queue {
	pthread_mutex_t head_lock, tail_lock;
	int head, tail;
};

void queue_push(struct queue *q)
{
	pthread_mutex_lock(&q->tail_lock);
	q->tail++; // RACE 1
	pthread_mutex_unlock(&q->tail_lock);
}

int queue_pop(struct queue *q)
{
	int n;

	pthread_mutex_lock(&q->head_lock);
	n = q->tail - q->head++; // RACE 1: the tail is not guarded by this lock
	pthread_mutex_unlock(&q->head_lock);
	return n;
}
