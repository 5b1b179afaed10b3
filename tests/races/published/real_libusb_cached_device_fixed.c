/* libusb, pull request 1866, fixed as there: who resets a device reads the handle under the mutex. */
#include <pthread.h>
#include <stdlib.h>

struct cached_device {
	struct cached_device *next;
	unsigned long session;
	void *handle;
	int in_reset;
};

static pthread_mutex_t cached_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cached_device *cached;

int system_reset(void *handle);
unsigned long system_wait_gone(void);

static void *events(void *arg)
{
	for (;;) {
		unsigned long gone = system_wait_gone();

		pthread_mutex_lock(&cached_lock);
		for (struct cached_device *d = cached; d; d = d->next)
			if (d->session == gone)
				d->handle = NULL; // NORACE
		pthread_mutex_unlock(&cached_lock);
	}
	return arg;
}

int device_start(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, events, NULL);
}

void device_add(struct cached_device *d)
{
	pthread_mutex_lock(&cached_lock);
	d->next = cached;
	cached = d;
	pthread_mutex_unlock(&cached_lock);
}

int device_reset(struct cached_device *d)
{
	void *handle;

	pthread_mutex_lock(&cached_lock);
	handle = d->handle; // NORACE
	pthread_mutex_unlock(&cached_lock);
	return handle ? system_reset(handle) : -1;
}
