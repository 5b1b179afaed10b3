/* As zephyr_work.c, without the lock in what runs later. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	struct k_work later;
	int value, other;
};

static struct sensor one;

static void sensor_later(struct k_work *w)
{
	(void)w;
	one.value++; // RACE 1
}

int sensor_read(void)
{
	k_spinlock_key_t key = k_spin_lock(&one.lock);
	int v = one.value; // RACE 1

	k_spin_unlock(&one.lock, key);
	return v;
}

void sensor_start(void)
{
	k_work_init(&one.later, sensor_later);
	k_work_submit(&one.later);
}
