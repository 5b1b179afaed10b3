// FLAGS: --models rows.model
/* Calls for one queue come one after the other, as the row says; calls for two queues do not, so what belongs to no queue is
 * raced for. */
#include <pthread.h>

struct queue {
	pthread_mutex_t lock;
	int waiting, size;
	struct queue *next;
};

static int puts_of_all;

void queue_put(struct queue *q)
{
	q->size++; // NORACE
	puts_of_all++; // RACE 1
}

void queue_drain(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->waiting = 0; // NORACE
	pthread_mutex_unlock(&q->lock);
	q->size = 0; // NORACE
}

int queue_size(const struct queue *q)
{
	return q->size; // NORACE
}
