/* The constructor puts the record into the table of the library before it is complete. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int id, ready;
};

static struct conn *conns;
static pthread_mutex_t conns_lock = PTHREAD_MUTEX_INITIALIZER;

struct conn *conn_new(int id)
{
	struct conn *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->id = id; // NORACE
	pthread_mutex_lock(&conns_lock);
	c->next = conns;
	conns = c;
	pthread_mutex_unlock(&conns_lock);
	c->ready = 1; // RACE 1: others have found it by now
	return c;
}

int conn_is_ready(int id)
{
	int ready = 0;

	pthread_mutex_lock(&conns_lock);
	for (struct conn *c = conns; c; c = c->next)
		if (c->id == id)
			ready = c->ready; // RACE 1
	pthread_mutex_unlock(&conns_lock);
	return ready;
}
