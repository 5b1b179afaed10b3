/* As holder_alone.c, but a device can be given the buffer of another one: then two locks guard one buffer. */
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
		d->buffer[at] += value; // RACE 2; RACE 3
	pthread_mutex_unlock(&d->lock);
}

void device_grow(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	free(d->buffer); // RACE 2
	d->buffer = malloc(2 * d->room * sizeof *d->buffer); // RACE 1
	d->room *= 2;
	pthread_mutex_unlock(&d->lock);
}

void device_share(struct device *to, struct device *from)
{
	pthread_mutex_lock(&to->lock);
	to->buffer = from->buffer; // RACE 1: the lock of `from` is not held
	pthread_mutex_unlock(&to->lock);
}
