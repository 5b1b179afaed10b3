/* With interrupts off, and on several processors a lock, one at a time. */
#include "zephyr.h"

struct sensor {
	struct k_mutex lock;
	int value, samples;
};

int sensor_sample(struct sensor *s, int v)
{
	unsigned key = irq_lock();
	s->value = v; // NORACE
	irq_unlock(key);
	return 0;
}

int sensor_get(struct sensor *s)
{
	unsigned key = irq_lock();
	int w = s->value; // NORACE
	irq_unlock(key);
	return w;
}
