/* A thread leaves in the middle of a critical section, with a lock that lies in a block: made once, and found by a variable. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int length;
	pthread_mutex_t lock;
};

static struct queue *queue;

static void *drain(void *unused)
{
	pthread_mutex_lock(&queue->lock);
	if (!queue->length)
		pthread_exit(unused); // LOCK-LEAK
	queue->length--;
	pthread_mutex_unlock(&queue->lock);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	queue = calloc(1, sizeof *queue);
	pthread_mutex_init(&queue->lock, NULL);
	pthread_create(&thread, NULL, drain, NULL);
	pthread_join(thread, NULL);
	pthread_mutex_lock(&queue->lock);
	queue->length = 1;
	pthread_mutex_unlock(&queue->lock);
	return 0;
}
