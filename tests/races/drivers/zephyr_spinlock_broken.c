/* As zephyr_spinlock.c, without the lock on one side. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	k_spinlock_key_t key = k_spin_lock(&s->lock);
	s->value = v; // RACE 1
	k_spin_unlock(&s->lock, key);
	return 0;
}

int sensor_get(struct sensor *s)
{
	int v = s->value; // RACE 1

	return v;
}
