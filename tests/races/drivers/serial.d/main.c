// FLAGS: --models rows.model
/* Whoever calls the functions of this library sees to it that no two of them run at once, and a row says so. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	pthread_mutex_t lock;
	int state, sent;
};

static int total;

void conn_open(struct conn *c)
{
	c->state = 1; // NORACE
	total++; // NORACE
}

void conn_write(struct conn *c, int n)
{
	pthread_mutex_lock(&c->lock);
	c->sent += n; // NORACE
	pthread_mutex_unlock(&c->lock);
	c->state = 2; // NORACE
}

int conn_state(const struct conn *c)
{
	return c->state; // NORACE
}
