// FLAGS: --models rows.model
/* As entry_object.d: the call that moves is one for the queue that it takes from, and not for the one that it fills. */
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

void queue_move(struct queue *from, struct queue *to)
{
	from->next = to; // NORACE
	to->size += 1; // RACE 2
}
