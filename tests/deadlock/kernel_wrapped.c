/* A global lock behind functions of its own, as subsystems have it, and a lock in each device: opposite orders. */
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
	rtnl_lock(); // DEADLOCK 1
	changes++; // NORACE
	rtnl_unlock();
}

void device_change_mtu(struct net_device *dev, int mtu)
{
	mutex_lock(&dev->lock); // DEADLOCK 1
	dev->mtu = mtu; // NORACE
	count_change();
	mutex_unlock(&dev->lock);
}

int device_dump(struct net_device *dev)
{
	int n;

	rtnl_lock(); // DEADLOCK 1
	mutex_lock(&dev->lock); // DEADLOCK 1
	n = dev->mtu; // NORACE
	mutex_unlock(&dev->lock);
	rtnl_unlock();
	return n;
}
