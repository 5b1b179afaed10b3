/* As zephyr_mutex.c, without the lock on one side. */
#include "zephyr.h"

struct sensor {
	struct k_mutex lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	k_mutex_lock(&s->lock, K_FOREVER);
	s->value = v; // RACE 1
	k_mutex_unlock(&s->lock);
	return 0;
}

int sensor_get(struct sensor *s)
{
	int v = s->value; // RACE 1

	return v;
}
