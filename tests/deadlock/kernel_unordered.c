/* As kernel_unordered_mended.c, but nothing is declared about such locks: the supplier may be the parent. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct gadget {
	struct mutex mutex;
	struct gadget *parent;
	int users;
};

int __x64_sys_bind(struct gadget *dev)
{
	struct gadget *parent = dev->parent;

	mutex_lock(&parent->mutex);
	mutex_lock(&dev->mutex); // DEADLOCK 1
	dev->users++;
	mutex_unlock(&dev->mutex);
	mutex_unlock(&parent->mutex);
	return 0;
}

int __x64_sys_sync(struct gadget *dev, struct gadget *supplier)
{
	mutex_lock(&dev->mutex);
	mutex_lock(&supplier->mutex); // DEADLOCK 1
	supplier->users--;
	mutex_unlock(&supplier->mutex);
	mutex_unlock(&dev->mutex);
	return 0;
}
