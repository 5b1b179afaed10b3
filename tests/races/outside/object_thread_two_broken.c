/* Two threads of one object, of which one is waited for. */
#include <pthread.h>
#include <stdlib.h>

struct link {
	pthread_t reader, writer;
	int in, out;
	_Atomic int closed;
};

static void *read_loop(void *argument)
{
	struct link *l = argument;

	while (!l->closed)
		l->in++; // NORACE
	return NULL;
}

static void *write_loop(void *argument)
{
	struct link *l = argument;

	while (!l->closed)
		l->out++; // RACE 1
	return NULL;
}

struct link *link_open(void)
{
	struct link *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	pthread_create(&l->reader, NULL, read_loop, l);
	pthread_create(&l->writer, NULL, write_loop, l);
	return l;
}

int link_close(struct link *l)
{
	l->closed = 1;
	pthread_join(l->reader, NULL);
	return l->in + l->out; // RACE 1: the writer may still be running
}
