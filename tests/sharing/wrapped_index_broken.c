/* As wrapped_index.c, but the element is prepared after the thread has it, and every second connection gets the element of the first. */
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

	snag_whose(&c->bytes); // ANSWER: shared
	c->bytes += c->fd; // RACE 1; RACE 2
	return NULL;
}

static void spawn(struct conn *c)
{
	c->bytes = 0; // RACE 2
	if (pthread_create(&c->thread, NULL, serve, c) != 0)
		abort();
}

static void open_conn(struct conn *c, int fd)
{
	spawn(c);
	c->fd = fd; // RACE 1
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		open_conn(&conns[i / 2], i);
	for (int i = 0; i < 4; i++)
		pthread_join(conns[i].thread, NULL);
	return 0;
}
