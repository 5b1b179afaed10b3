// FLAGS: --models rows.model
/* As serial.d, but the library has a thread of its own, and that one keeps to nothing. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	pthread_mutex_t lock;
	int state, sent;
};

static int total;

void conn_open(struct conn *c)
{
	c->state = 1; // RACE 1
	total++; // NORACE
}

void conn_write(struct conn *c, int n)
{
	pthread_mutex_lock(&c->lock);
	c->sent += n; // NORACE
	pthread_mutex_unlock(&c->lock);
	c->state = 2; // RACE 1
}

static void *watch(void *arg)
{
	struct conn *c = arg;

	c->state = 3; // RACE 1
	return NULL;
}

int conn_watch(struct conn *c)
{
	pthread_t t;

	return pthread_create(&t, NULL, watch, c);
}
