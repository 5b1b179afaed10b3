#include "queue.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[64], used, limit = 64;

void queue_put(int value)
{
	pthread_mutex_lock(&lock);
	if (used < limit) // RACE 1
		slot[used++] = value; // RACE 2
	pthread_mutex_unlock(&lock);
}

int queue_get(void)
{
	int value;

	pthread_mutex_lock(&lock);
	value = used ? slot[--used] : 0; // RACE 2
	pthread_mutex_unlock(&lock);
	return value;
}

int queue_size(void)
{
	return used; // RACE 2
}

void queue_clear(void)
{
	pthread_mutex_lock(&lock);
	used = 0; // RACE 2
	pthread_mutex_unlock(&lock);
}

void queue_limit(int most)
{
	limit = most; // RACE 1
}
