/* Ports of one kind take the lock of the table when they are stopped; it is ports of the other kind that are locked below it. Which port it is and what it calls hang together. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct port;

struct port_ops {
	int (*stop)(struct port *);
};

struct port {
	struct mutex lock;
	const struct port_ops *ops;
	int users;
};

static struct mutex table_lock;
static int ports;

static int stop_listed(struct port *p)
{
	mutex_lock(&table_lock); // NODEADLOCK
	ports--;
	mutex_unlock(&table_lock);
	return p->users;
}

static int stop_plain(struct port *p)
{
	return --p->users;
}

static const struct port_ops listed = { stop_listed };
static const struct port_ops plain = { stop_plain };

int __x64_sys_open(struct port *p, int list)
{
	p->ops = list ? &listed : &plain;
	return 0;
}

int __x64_sys_close(struct port *p)
{
	int n;

	mutex_lock(&p->lock);
	n = p->ops->stop(p);
	mutex_unlock(&p->lock);
	return n;
}

/* Of those that are not listed. */
int __x64_sys_count(struct port *p)
{
	int n;

	mutex_lock(&table_lock);
	mutex_lock(&p->lock); // NODEADLOCK
	n = ports + p->users;
	mutex_unlock(&p->lock);
	mutex_unlock(&table_lock);
	return n;
}
