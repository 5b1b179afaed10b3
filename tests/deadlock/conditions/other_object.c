/* The consumer waits at one queue, the producer fills the other one. */
#include <pthread.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int n;
};

static struct queue in = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static struct queue out = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };

static void put(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->n++;
	pthread_cond_signal(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

static void get(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	while (!q->n)
		pthread_cond_wait(&q->filled, &q->lock); // DEADLOCK
	q->n--;
	pthread_mutex_unlock(&q->lock);
}

static void *consumer(void *arg)
{
	get(&in);
	return arg;
}

static void *producer(void *arg)
{
	put(&out);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, consumer, NULL);
	pthread_create(&t2, NULL, producer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
