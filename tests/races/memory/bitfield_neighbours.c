/* Two flags of a connection, each with its own lock. But they are bit-fields of one word: to set one is to write both. */
#include <pthread.h>
#include <stdio.h>

struct connection {
	pthread_mutex_t read_lock, write_lock;
	unsigned eof_seen : 1;
	unsigned write_closed : 1;
};

static struct connection conn = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void *reader(void *argument)
{
	struct connection *c = argument;

	pthread_mutex_lock(&c->read_lock);
	c->eof_seen = 1; // RACE-BITFIELD 1
	pthread_mutex_unlock(&c->read_lock);
	return NULL;
}

static void *writer(void *argument)
{
	struct connection *c = argument;

	pthread_mutex_lock(&c->write_lock);
	c->write_closed = 1; // RACE-BITFIELD 1
	pthread_mutex_unlock(&c->write_lock);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, reader, &conn);
	pthread_create(&second, NULL, writer, &conn);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", conn.eof_seen, conn.write_closed);
	return 0;
}
