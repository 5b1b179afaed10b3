/* Lock functions that take the object, not the lock: the caller never sees the mutex. */
#include <pthread.h>
#include <stdio.h>

struct connection {
	struct {
		pthread_mutex_t mutex;
		int depth;
	} guard;
	struct connection *peer;
	int pending;
};

static struct connection left, right;

static void connection_init(struct connection *c, struct connection *peer)
{
	pthread_mutex_init(&c->guard.mutex, NULL);
	c->guard.depth = 0;
	c->peer = peer;
	c->pending = 0;
}

static void connection_lock(struct connection *c)
{
	pthread_mutex_lock(&c->guard.mutex);
	c->guard.depth = 1; // NORACE
}

static void connection_unlock(struct connection *c)
{
	c->guard.depth = 0; // NORACE
	pthread_mutex_unlock(&c->guard.mutex);
}

static void *forward(void *argument)
{
	struct connection *c = argument;

	for (int i = 0; i < 500; i++) {
		connection_lock(c);
		c->pending++; // NORACE
		connection_unlock(c);
		connection_lock(c->peer);
		c->peer->pending--; // NORACE
		connection_unlock(c->peer);
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	connection_init(&left, &right);
	connection_init(&right, &left);
	pthread_create(&one, NULL, forward, &left);
	pthread_create(&two, NULL, forward, &right);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", left.pending + right.pending);
	return 0;
}
