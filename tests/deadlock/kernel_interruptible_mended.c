/* As kernel_interruptible.c; the error path has nothing to give back. */
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
		return err;
	opens++; // NORACE
	mutex_unlock(&lock); // NOUNLOCK-UNHELD
	return err;
}
