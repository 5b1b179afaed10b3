/* A library: each device has a buffer of its own, which is under the device's lock. Two devices never have one buffer. */
#include <pthread.h>
#include <stdlib.h>

struct device {
	pthread_mutex_t lock;
	int *buffer;
	size_t room;
};

struct device *device_new(void)
{
	struct device *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	pthread_mutex_init(&d->lock, NULL);
	d->buffer = malloc(8 * sizeof *d->buffer); // NORACE
	d->room = 8;
	return d;
}

void device_put(struct device *d, size_t at, int value)
{
	pthread_mutex_lock(&d->lock);
	if (d->buffer && at < d->room)
		d->buffer[at] += value; // NORACE
	pthread_mutex_unlock(&d->lock);
}

void device_grow(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	free(d->buffer); // NORACE
	d->buffer = malloc(2 * d->room * sizeof *d->buffer);
	d->room *= 2;
	pthread_mutex_unlock(&d->lock);
}
