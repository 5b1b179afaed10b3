/* A semaphore that begins with one. */
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
	s->value = v; // NORACE
	k_sem_give(&s->lock);
	return 0;
}

int sensor_get(struct sensor *s)
{
	k_sem_take(&s->lock, K_FOREVER);
	int w = s->value; // NORACE
	k_sem_give(&s->lock);
	return w;
}
