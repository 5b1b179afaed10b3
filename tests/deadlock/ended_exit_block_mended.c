/* As ended_exit_block.c, but the lock is given back before the thread leaves; and with a lock in a block of its own, of which
 * there are many, a thread leaves nobody waiting. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int length;
	pthread_mutex_t lock;
};

static struct queue *queue;

static struct queue *queue_new(void)
{
	struct queue *fresh = calloc(1, sizeof *fresh);

	pthread_mutex_init(&fresh->lock, NULL);
	return fresh;
}

static void *drain(void *unused)
{
	pthread_mutex_lock(&queue->lock);
	if (!queue->length) {
		pthread_mutex_unlock(&queue->lock);
		pthread_exit(unused);
	}
	queue->length--;
	pthread_mutex_unlock(&queue->lock);
	return NULL;
}

static void *keep(void *own)
{
	struct queue *mine = own;

	pthread_mutex_lock(&mine->lock);
	mine->length++;
	pthread_exit(own);
}

int main(void)
{
	pthread_t thread, other[2];

	queue = queue_new();
	pthread_create(&thread, NULL, drain, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&other[i], NULL, keep, queue_new());
	pthread_join(thread, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(other[i], NULL);
	pthread_mutex_lock(&queue->lock);
	queue->length = 1;
	pthread_mutex_unlock(&queue->lock);
	return 0;
}
