/* As kernel_wrapped.c; the change is counted when the device's lock has been given back. */
#include "kernel.h"

struct net_device {
	struct mutex lock;
	int mtu;
};

static struct mutex rtnl;
static int changes;

void rtnl_lock(void)
{
	mutex_lock(&rtnl);
}

void rtnl_unlock(void)
{
	mutex_unlock(&rtnl);
}

static void count_change(void)
{
	rtnl_lock(); // NODEADLOCK
	changes++; // NORACE
	rtnl_unlock();
}

void device_change_mtu(struct net_device *dev, int mtu)
{
	mutex_lock(&dev->lock); // NODEADLOCK
	dev->mtu = mtu; // NORACE
	mutex_unlock(&dev->lock);
	count_change();
}

int device_dump(struct net_device *dev)
{
	int n;

	rtnl_lock(); // NODEADLOCK
	mutex_lock(&dev->lock); // NODEADLOCK
	n = dev->mtu; // NORACE
	mutex_unlock(&dev->lock);
	rtnl_unlock();
	return n;
}
