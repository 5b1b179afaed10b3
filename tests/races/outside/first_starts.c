/* The first call makes the queue and starts, last of all, the thread that serves it: the thread finds all set up. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct queue {
	pthread_mutex_t lock;
	int n;
};

static struct queue *queue;
static pthread_t server;
static int pause_us;

static void *serve(void *unused)
{
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&queue->lock);
		queue->n = 0; // NORACE
		pthread_mutex_unlock(&queue->lock);
		usleep((unsigned)pause_us); // NORACE
	}
	return NULL;
}

int start(int us)
{
	queue = calloc(1, sizeof *queue); // NORACE
	if (!queue)
		return -1;
	pthread_mutex_init(&queue->lock, NULL);
	pause_us = us; // NORACE
	return pthread_create(&server, NULL, serve, NULL);
}

void add(int n)
{
	pthread_mutex_lock(&queue->lock);
	queue->n += n; // NORACE
	pthread_mutex_unlock(&queue->lock);
}
