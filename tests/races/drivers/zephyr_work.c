/* Work runs in the thread of the queue. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	struct k_work later;
	int value, other;
};

static struct sensor one;

static void sensor_later(struct k_work *w)
{
	k_spinlock_key_t key = k_spin_lock(&one.lock);

	(void)w;
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
	k_work_init(&one.later, sensor_later);
	k_work_submit(&one.later);
}
