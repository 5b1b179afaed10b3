/* Two threads of one object, by two members; both are waited for. */
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
		l->in++;
	return NULL;
}

static void *write_loop(void *argument)
{
	struct link *l = argument;

	while (!l->closed)
		l->out++;
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
	int moved;

	l->closed = 1;
	pthread_join(l->reader, NULL);
	pthread_join(l->writer, NULL);
	moved = l->in + l->out; // NORACE
	free(l); // NORACE
	return moved;
}
