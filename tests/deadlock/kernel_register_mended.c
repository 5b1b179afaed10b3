/* As kernel_register.c; the device's lock is the outer one in both. */
#include "kernel.h"

static spinlock_t dev_lock, task_lock;
static void *callback;
static int is_open;

int device_register(void *task)
{
	spin_lock_irq(&dev_lock); // NODEADLOCK
	if (is_open) { // NORACE
		spin_unlock_irq(&dev_lock);
		return -16;
	}
	spin_lock(&task_lock); // NODEADLOCK
	callback = task; // NORACE
	spin_unlock(&task_lock);
	is_open = 1; // NORACE
	spin_unlock_irq(&dev_lock);
	return 0;
}

int device_unregister(void *task)
{
	spin_lock_irq(&dev_lock); // NODEADLOCK
	spin_lock(&task_lock); // NODEADLOCK
	if (callback == task) // NORACE
		callback = NULL; // NORACE
	is_open = 0; // NORACE
	spin_unlock(&task_lock);
	spin_unlock_irq(&dev_lock);
	return 0;
}
