/* Three kinds of devices are put on the bus, one of them by a function that is handed its device; links never are. So the lock of the bus is not taken for a link, although it is
 * for other devices, by a function that gets the device through a counter of references. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct kobject {
	int count;
};

struct bus {
	int number;
};

struct device {
	struct kobject kobj;
	struct bus *bus;
	int id;
};

struct card {
	int slots;
	struct device dev;
};

struct port {
	long base;
	struct device dev;
};

struct node {
	struct device dev;
};

struct link {
	struct node *from, *to;
	struct device dev;
};

struct kobject *kobject_get(struct kobject *);

static struct mutex links_lock, bus_lock;
static struct bus bus;
static int buses, links;

static struct device *get_device(struct device *dev)
{
	return dev ? (struct device *)kobject_get(&dev->kobj) : NULL;
}

static void bus_remove(struct device *dev)
{
	if (!dev->bus)
		return;
	mutex_lock(&bus_lock); // NODEADLOCK
	buses--;
	mutex_unlock(&bus_lock);
}

static void device_remove(struct device *dev)
{
	dev = get_device(dev);
	if (!dev)
		return;
	_printk("removed\n");
	bus_remove(dev);
}

static void on_bus(struct device *dev, int id)
{
	dev->bus = &bus;
	dev->id = id;
}

int __x64_sys_card(struct card *c)
{
	c->dev.bus = &bus;
	return c->slots;
}

int __x64_sys_port(struct port *p)
{
	on_bus(&p->dev, 2);
	return p->dev.id;
}

int __x64_sys_node(struct node *n)
{
	on_bus(&n->dev, 3);
	device_remove(&n->dev);
	return n->dev.id;
}

int __x64_sys_link(struct link *l, struct node *from, struct node *to)
{
	l->from = from;
	l->to = to;
	l->dev.id = 4;
	return l->dev.id;
}

/* Links are devices, too. */
int __x64_sys_unlink(struct link *l)
{
	mutex_lock(&links_lock);
	links--;
	device_remove(&l->dev);
	mutex_unlock(&links_lock);
	return links;
}

int __x64_sys_count(void)
{
	int n;

	mutex_lock(&bus_lock);
	mutex_lock(&links_lock); // NODEADLOCK
	n = buses + links;
	mutex_unlock(&links_lock);
	mutex_unlock(&bus_lock);
	return n;
}
