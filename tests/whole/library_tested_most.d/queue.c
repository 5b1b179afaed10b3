#include "queue.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[64], used, limit = 64;

void queue_put(int value)
{
	pthread_mutex_lock(&lock);
	if (used < limit) // NORACE
		slot[used++] = value; // NORACE
	pthread_mutex_unlock(&lock);
}

int queue_get(void)
{
	int value;

	pthread_mutex_lock(&lock);
	value = used ? slot[--used] : 0; // NORACE
	pthread_mutex_unlock(&lock);
	return value;
}

/* Nobody calls it. */
int queue_size(void)
{
	return used; // NORACE
}

void queue_clear(void)
{
	pthread_mutex_lock(&lock);
	used = 0; // NORACE
	pthread_mutex_unlock(&lock);
}

/* Called before there are threads. */
void queue_limit(int most)
{
	limit = most; // NORACE
}
