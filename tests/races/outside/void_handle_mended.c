/* As void_handle.c, with the lock. Another kind of record at the same place of another handle is not the meter. */
#include <pthread.h>

struct meter {
	pthread_mutex_t lock;
	unsigned long total;
};

struct gauge {
	char name[sizeof(pthread_mutex_t)];
	unsigned long total;
};

void meter_add(void *handle, unsigned long n)
{
	struct meter *m = handle;

	pthread_mutex_lock(&m->lock);
	m->total += n; // NORACE
	pthread_mutex_unlock(&m->lock);
}

unsigned long gauge_total(void *handle)
{
	return ((struct gauge *)handle)->total; // NORACE
}
