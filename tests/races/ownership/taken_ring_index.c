/* A ring in a record, next = (next + 1) % size and a count. */
#include <pthread.h>
#include <stdlib.h>
struct item { int n; };
struct queue { pthread_mutex_t lock; pthread_cond_t more, room; struct item *at[8]; int in, out, count; };
static struct queue queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .room = PTHREAD_COND_INITIALIZER };
static void put(struct queue *q, struct item *it)
{
	pthread_mutex_lock(&q->lock);
	while (q->count == 8)
		pthread_cond_wait(&q->room, &q->lock);
	q->at[q->in] = it;
	q->in = (q->in + 1) % 8;
	q->count++;
	pthread_cond_signal(&q->more);
	pthread_mutex_unlock(&q->lock);
}
static struct item *get(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&q->lock);
	while (q->count == 0)
		pthread_cond_wait(&q->more, &q->lock);
	it = q->at[q->out];
	q->out = (q->out + 1) % 8;
	q->count--;
	pthread_cond_signal(&q->room);
	pthread_mutex_unlock(&q->lock);
	return it;
}
static void *worker(void *a)
{
	struct item *it;

	while ((it = get(&queue))) {
		it->n *= 2; // NORACE
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 100; i++) {
		struct item *it = malloc(sizeof *it);

		it->n = i;
		put(&queue, it);
	}
	for (int i = 0; i < 2; i++)
		put(&queue, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
