/* A spin lock of the sensor. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	k_spinlock_key_t key = k_spin_lock(&s->lock);
	s->value = v; // NORACE
	k_spin_unlock(&s->lock, key);
	return 0;
}

int sensor_get(struct sensor *s)
{
	k_spinlock_key_t key = k_spin_lock(&s->lock);
	int w = s->value; // NORACE
	k_spin_unlock(&s->lock, key);
	return w;
}
