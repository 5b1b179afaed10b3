/* A wrapper that answers yes or no: non-zero is held. */
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
	(void)owner;
	return pthread_mutex_trylock(&d->lock) == 0;
}

static void device_leave(struct device *d, bool owner)
{
	(void)owner;
	pthread_mutex_unlock(&d->lock);
}

static void *user(void *owner)
{
	for (int i = 0; i < 2000; i++) {
		if (!device_enter(&device, owner != NULL))
			continue;
		device.commands++; // NORACE
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
