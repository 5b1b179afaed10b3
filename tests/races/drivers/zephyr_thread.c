/* A thread of its own. */
#include "zephyr.h"

struct sensor {
	struct k_spinlock lock;
	struct k_thread later;
	int value, other;
};

static struct sensor one;

static void sensor_later(void *a, void *b, void *c)
{
	k_spinlock_key_t key = k_spin_lock(&one.lock);

	(void)a, (void)b, (void)c;
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
	static char stack[1024];

	k_thread_create(&one.later, stack, sizeof stack, sensor_later, NULL, NULL, NULL, 5, 0, K_NO_WAIT);
}
