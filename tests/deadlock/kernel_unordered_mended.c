/* The order of the locks of devices is known to those who know the tree of devices: lockdep is told so, and the models are. What supplies a device is never below it. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct device {
	struct mutex mutex;
	struct device *parent;
	int users;
};

int __x64_sys_bind(struct device *dev)
{
	struct device *parent = dev->parent;

	mutex_lock(&parent->mutex);
	mutex_lock(&dev->mutex); // NODEADLOCK
	dev->users++;
	mutex_unlock(&dev->mutex);
	mutex_unlock(&parent->mutex);
	return 0;
}

int __x64_sys_sync(struct device *dev, struct device *supplier)
{
	mutex_lock(&dev->mutex);
	mutex_lock(&supplier->mutex); // NODEADLOCK
	supplier->users--;
	mutex_unlock(&supplier->mutex);
	mutex_unlock(&dev->mutex);
	return 0;
}
