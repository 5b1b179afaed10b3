/* As first_starts.c, but the pause is set when the thread runs already. */
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
		usleep((unsigned)pause_us); // RACE 1
	}
	return NULL;
}

int start(int us)
{
	queue = calloc(1, sizeof *queue); // NORACE
	if (!queue)
		return -1;
	pthread_mutex_init(&queue->lock, NULL);
	if (pthread_create(&server, NULL, serve, NULL))
		return -1;
	pause_us = us; // RACE 1
	return 0;
}

void add(int n)
{
	pthread_mutex_lock(&queue->lock);
	queue->n += n; // NORACE
	pthread_mutex_unlock(&queue->lock);
}
