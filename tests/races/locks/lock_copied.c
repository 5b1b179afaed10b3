/* A snapshot of a connection is made under the connection's own lock; the snapshot's copy of the lock is never used. */
#include <pthread.h>
#include <stdio.h>

struct connection {
	pthread_mutex_t lock;
	int state;
	long in, out;
};

static struct connection link = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct connection snapshot(struct connection *c)
{
	struct connection copy;

	pthread_mutex_lock(&c->lock);
	copy = *c; // NORACE
	pthread_mutex_unlock(&c->lock);
	return copy;
}

static void touch(struct connection *c, long bytes)
{
	struct connection copy = snapshot(c);

	pthread_mutex_lock(&c->lock);
	c->in += bytes; // NORACE
	c->state = copy.in > 100; // NORACE
	pthread_mutex_unlock(&c->lock);
}

static void *peer(void *argument)
{
	struct connection *c = argument;

	for (long i = 0; i < 1000; i++)
		touch(c, i);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, peer, &link);
	pthread_create(&two, NULL, peer, &link);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld, %d\n", link.in, link.state);
	return 0;
}
