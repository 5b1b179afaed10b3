/* As zephyr_sem.c, without the lock on one side. */
#include "zephyr.h"

struct sensor {
	struct k_sem lock;
	int value, samples;
};

void sensor_init(struct sensor *s)
{
	k_sem_init(&s->lock, 1, 1);
}

int sensor_sample(struct sensor *s, int v)
{
	k_sem_take(&s->lock, K_FOREVER);
	s->value = v; // RACE 1
	k_sem_give(&s->lock);
	return 0;
}

int sensor_get(struct sensor *s)
{
	int v = s->value; // RACE 1

	return v;
}
