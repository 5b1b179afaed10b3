/* The pattern of racerx, Figure 2, in today's kernel: register and unregister take two spin locks in opposite orders. */
#include "kernel.h"

static spinlock_t dev_lock, task_lock;
static void *callback;
static int is_open;

int device_register(void *task)
{
	spin_lock_irq(&dev_lock); // DEADLOCK 1
	if (is_open) { // NORACE
		spin_unlock_irq(&dev_lock);
		return -16;
	}
	spin_lock(&task_lock); // DEADLOCK 1
	callback = task; // NORACE
	spin_unlock(&task_lock);
	is_open = 1; // NORACE
	spin_unlock_irq(&dev_lock);
	return 0;
}

int device_unregister(void *task)
{
	spin_lock_irq(&task_lock); // DEADLOCK 1
	if (callback != task) { // NORACE
		spin_unlock_irq(&task_lock);
		return -6;
	}
	callback = NULL; // NORACE
	spin_lock(&dev_lock); // DEADLOCK 1
	is_open = 0; // NORACE
	spin_unlock(&dev_lock);
	spin_unlock_irq(&task_lock);
	return 0;
}
