/* As mutex_wrapper_zero.c, but the caller takes any result that is not negative for success: error numbers are positive. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	int depth;
};

static struct queue queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int queue_try(struct queue *q)
{
	return pthread_mutex_trylock(&q->lock);
}

static int queue_push(struct queue *q)
{
	int result = queue_try(q);

	if (result < 0)
		return result;
	q->depth++; // RACE 1
	if (result == 0)
		pthread_mutex_unlock(&q->lock);
	return 0;
}

static void *producer(void *argument)
{
	for (int i = 0; i < 2000; i++)
		queue_push(&queue);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, producer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", queue.depth);
	return 0;
}
