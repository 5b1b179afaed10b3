/* Streams have no lock: the connection they belong to has one, which each stream reaches by a pointer that never changes. */
#include <pthread.h>
#include <stdio.h>

struct connection {
	pthread_mutex_t lock;
	int open;
};

struct stream {
	struct connection *connection;
	int window;
};

static struct connection connection = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct stream stream = { &connection, 65535 };

static void window_update(struct stream *s, int n)
{
	pthread_mutex_lock(&s->connection->lock);
	if (s->connection->open)
		s->window += n; // NORACE
	pthread_mutex_unlock(&s->connection->lock);
}

static int window_take(struct stream *s, int n)
{
	pthread_mutex_lock(&s->connection->lock);
	if (n > s->window) // NORACE
		n = s->window; // NORACE
	s->window -= n; // NORACE
	pthread_mutex_unlock(&s->connection->lock);
	return n;
}

static void *reader(void *argument)
{
	for (int i = 0; i < 1000; i++)
		window_update(argument, 10);
	return NULL;
}

static void *writer(void *argument)
{
	int sent = 0;

	for (int i = 0; i < 1000; i++)
		sent += window_take(argument, 20);
	printf("sent %d\n", sent);
	return NULL;
}

int main(void)
{
	pthread_t r, w;

	pthread_create(&r, NULL, reader, &stream);
	pthread_create(&w, NULL, writer, &stream);
	pthread_join(r, NULL);
	pthread_join(w, NULL);
	return 0;
}
