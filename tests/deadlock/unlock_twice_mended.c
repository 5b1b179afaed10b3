/* The function that uses the lock gives it back; its caller does not. */
#include <pthread.h>

struct queue {
	pthread_mutex_t lock;
	int length;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void push_and_release(struct queue *q)
{
	q->length++; // NORACE
	pthread_mutex_unlock(&q->lock);
}

static void *feed(void *argument)
{
	pthread_mutex_lock(&queue.lock);
	push_and_release(&queue);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, feed, NULL);
	pthread_create(&t2, NULL, feed, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
