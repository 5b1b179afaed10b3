#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, limit = 64;

void queue_put(void)
{
	pthread_mutex_lock(&lock);
	if (used < limit) // NORACE
		used++; // RACE 2
	pthread_mutex_unlock(&lock);
}

void queue_get(void)
{
	pthread_mutex_lock(&lock);
	if (used)
		used--; // RACE 2
	pthread_mutex_unlock(&lock);
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
