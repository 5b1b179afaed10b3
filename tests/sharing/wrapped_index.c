/* The spawn is two calls below the loop that numbers the arguments; the functions between hand on what they get, and prepare the element before. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct conn {
	pthread_t thread;
	int fd;
	long bytes;
};

static struct conn conns[4];

static void *serve(void *argument)
{
	struct conn *c = argument;

	snag_whose(&c->bytes); // ANSWER: indexed
	c->bytes += c->fd; // NORACE
	return NULL;
}

static void spawn(struct conn *c)
{
	c->bytes = 0; // NORACE
	if (pthread_create(&c->thread, NULL, serve, c) != 0)
		abort();
}

static void open_conn(struct conn *c, int fd)
{
	c->fd = fd; // NORACE
	spawn(c);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		open_conn(&conns[i], i);
	for (int i = 0; i < 4; i++)
		pthread_join(conns[i].thread, NULL);
	return 0;
}
