/* A wait that a signal can end may come back without the lock; the error path gives it back all the same. */
#include "kernel.h"

static struct mutex lock;
static int opens;

static int enter(void)
{
	return mutex_lock_interruptible(&lock);
}

int device_open(void)
{
	int err = enter();

	_printk("open: %d\n", err);
	if (err)
		goto out;
	opens++; // NORACE
out:
	mutex_unlock(&lock); // UNLOCK-UNHELD
	return err;
}
