/* A mutex of the sensor. */
#include "zephyr.h"

struct sensor {
	struct k_mutex lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	k_mutex_lock(&s->lock, K_FOREVER);
	s->value = v; // NORACE
	k_mutex_unlock(&s->lock);
	return 0;
}

int sensor_get(struct sensor *s)
{
	k_mutex_lock(&s->lock, K_FOREVER);
	int w = s->value; // NORACE
	k_mutex_unlock(&s->lock);
	return w;
}
