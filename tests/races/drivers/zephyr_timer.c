/* A timer expires in an interrupt. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	struct k_timer later;
	int value, other;
};

static struct sensor one;

static void sensor_later(struct k_timer *t)
{
	k_spinlock_key_t key = k_spin_lock(&one.lock);

	(void)t;
	one.value++; // NORACE
	k_spin_unlock(&one.lock, key);
}

int sensor_read(void)
{
	k_spinlock_key_t key = k_spin_lock(&one.lock);
	int v = one.value; // NORACE

	k_spin_unlock(&one.lock, key);
	return v;
}

void sensor_start(void)
{
	k_timer_init(&one.later, sensor_later, NULL);
	k_timer_start(&one.later, K_FOREVER, K_FOREVER);
}
