/* Handles are void pointers: what they are used as tells what they are. */
#include <pthread.h>

struct meter {
	pthread_mutex_t lock;
	unsigned long total;
};

void meter_add(void *handle, unsigned long n)
{
	struct meter *m = handle;

	pthread_mutex_lock(&m->lock);
	m->total += n; // RACE 1
	pthread_mutex_unlock(&m->lock);
}

unsigned long meter_total(void *handle)
{
	return ((struct meter *)handle)->total; // RACE 1
}
