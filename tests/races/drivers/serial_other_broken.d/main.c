// FLAGS: --models rows.model
/* As serial.d, with one function that the row does not name: it runs beside all others. */
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

int peek_state(const struct conn *c)
{
	return c->state; // RACE 1
}
