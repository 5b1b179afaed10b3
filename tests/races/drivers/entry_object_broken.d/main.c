// FLAGS: --models rows.model
/* As entry_object.d, with one function that comes when it likes. */
#include <pthread.h>

struct queue {
	pthread_mutex_t lock;
	int waiting, size;
	struct queue *next;
};

static int puts_of_all;

void queue_put(struct queue *q)
{
	q->size++; // RACE 2
	puts_of_all++; // RACE 1
}

void queue_drain(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->waiting = 0; // NORACE
	pthread_mutex_unlock(&q->lock);
	q->size = 0; // RACE 2
}

int queue_size(const struct queue *q)
{
	return q->size; // RACE 2
}
