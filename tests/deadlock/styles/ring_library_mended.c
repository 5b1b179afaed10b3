/* A ring of messages without a main. */
#include <pthread.h>

struct ring {
	pthread_mutex_t m;
	pthread_cond_t readable;
	int message[8];
	unsigned head, tail;
};

static struct ring ring = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0, 0 };

static int ring_empty(const struct ring *r)
{
	return r->head == r->tail;
}

static void *reader(void *arg)
{
	pthread_mutex_lock(&ring.m);
	while (ring_empty(&ring))
		pthread_cond_wait(&ring.readable, &ring.m);
	ring.head++;
	pthread_mutex_unlock(&ring.m);
	return arg;
}

int ring_start(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, reader, NULL);
}

void ring_write(int message)
{
	pthread_mutex_lock(&ring.m);
	ring.message[ring.tail++ % 8] = message;
	pthread_cond_signal(&ring.readable);
	pthread_mutex_unlock(&ring.m);
}
