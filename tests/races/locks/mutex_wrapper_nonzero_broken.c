/* As mutex_wrapper_nonzero.c, but the wrapper says yes to the owner of the device without locking for him. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct device {
	pthread_mutex_t lock;
	unsigned commands;
};

static struct device device = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool device_enter(struct device *d, bool owner)
{
	if (owner)
		return true;
	return pthread_mutex_trylock(&d->lock) == 0;
}

static void device_leave(struct device *d, bool owner)
{
	if (!owner)
		pthread_mutex_unlock(&d->lock);
}

static void *user(void *owner)
{
	for (int i = 0; i < 2000; i++) {
		if (!device_enter(&device, owner != NULL))
			continue;
		device.commands++; // RACE 1
		device_leave(&device, owner != NULL);
	}
	return NULL;
}

int main(void)
{
	pthread_t owner, guest;

	pthread_create(&owner, NULL, user, &device);
	pthread_create(&guest, NULL, user, NULL);
	pthread_join(owner, NULL);
	pthread_join(guest, NULL);
	printf("%u\n", device.commands);
	return 0;
}
