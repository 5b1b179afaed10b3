/* A worker that finds nothing to do gives the lock back and ends. */
#include <pthread.h>

struct queue {
	pthread_mutex_t m;
	int jobs;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 1 };

static void leave(struct queue *q)
{
	pthread_mutex_unlock(&q->m);
	(void)q;
	pthread_exit(NULL);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&queue.m);
	if (queue.jobs == 0)
		leave(&queue);
	queue.jobs--;
	pthread_mutex_unlock(&queue.m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_create(&t3, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
