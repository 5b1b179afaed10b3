/* Each connection points to a lock of its own: conn->lock is as many locks as there are connections. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server {
	pthread_mutex_t lock;
	long requests;
};

struct connection {
	struct server *server;
	pthread_mutex_t *lock;
	pthread_mutex_t own;
};

static struct server server = { PTHREAD_MUTEX_INITIALIZER, 0 };

static struct connection *connection_new(struct server *s)
{
	struct connection *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->server = s;
	pthread_mutex_init(&c->own, NULL);
	c->lock = &c->own;
	return c;
}

static void *serve(void *argument)
{
	struct connection *c = argument;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(c->lock);
		c->server->requests++; // RACE 1
		pthread_mutex_unlock(c->lock);
	}
	free(c);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, serve, connection_new(&server));
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", server.requests);
	return 0;
}
