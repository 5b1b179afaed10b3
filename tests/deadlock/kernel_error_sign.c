// FLAGS: --rule unlock-unheld --rule lock-leak --rule self-deadlock
/* Locking that can be interrupted: the code asks whether the result is negative. And a lock of a thing that may not be there: taken and given back under the
 * same condition, asked of different variables. One function gives the lock back where it was not taken. */
#include "kernel.h"

struct mapping {
	long pages;
	struct mutex lock;
};

struct area {
	struct mapping *mapping;
	long start;
};

static struct mutex config_lock;
static long config;

long set_config(long value)
{
	long err = mutex_lock_interruptible(&config_lock);

	if (err < 0)
		return err;
	config = value;
	mutex_unlock(&config_lock);
	return 0;
}

int link_area(struct area *a, long start)
{
	struct mapping *mapping = NULL;

	if (a->start) {
		mapping = a->mapping;
		mutex_lock(&mapping->lock);
	}
	a->start = start;
	if (mapping) {
		mapping->pages++;
		mutex_unlock(&mapping->lock);
	}
	return 0;
}

int clear_config(void)
{
	int err = mutex_lock_interruptible(&config_lock);

	if (err < 0)
		goto out;
	config = 0;
out:
	mutex_unlock(&config_lock); // UNLOCK-UNHELD
	return err;
}
