/* As zephyr_irq_lock.c, without the lock on one side. */
#include "zephyr.h"

struct sensor {
	struct k_mutex lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	unsigned key = irq_lock();
	s->value = v; // RACE 1
	irq_unlock(key);
	return 0;
}

int sensor_get(struct sensor *s)
{
	int v = s->value; // RACE 1

	return v;
}
