/* Who takes an item out of the ring is a function of its own, and the ring is found behind a pointer. */
#include <pthread.h>
#include <stdlib.h>
#define SIZE 16

struct item {
	int n;
};

struct queue {
	struct item *ring[SIZE];
	unsigned head, tail;
	pthread_mutex_t lock;
	pthread_cond_t some, room;
};

static void push(struct queue *q, struct item *it)
{
	pthread_mutex_lock(&q->lock);
	while ((q->head + 1) % SIZE == q->tail)
		pthread_cond_wait(&q->room, &q->lock);
	q->ring[q->head] = it;
	q->head = (q->head + 1) % SIZE;
	pthread_cond_signal(&q->some);
	pthread_mutex_unlock(&q->lock);
}

static struct item *pop(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&q->lock);
	while (q->head == q->tail)
		pthread_cond_wait(&q->some, &q->lock);
	it = q->ring[q->tail];
	q->tail = (q->tail + 1) % SIZE;
	pthread_cond_signal(&q->room);
	pthread_mutex_unlock(&q->lock);
	return it;
}

static void *worker(void *a)
{
	struct item *it;

	while ((it = pop(a))) {
		it->n++; // NORACE
	}
	return a;
}

static struct queue *queue_new(void)
{
	struct queue *q = calloc(1, sizeof *q);

	if (!q)
		abort();
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->some, NULL);
	pthread_cond_init(&q->room, NULL);
	return q;
}

int main(void)
{
	struct queue *queue = queue_new();
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, queue);
	for (int i = 0; i < 100; i++) {
		struct item *it = calloc(1, sizeof *it);

		push(queue, it);
	}
	for (int i = 0; i < 2; i++)
		push(queue, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
