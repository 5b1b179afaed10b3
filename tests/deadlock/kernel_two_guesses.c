/* As kernel_two_guesses_mended.c, but every port is stopped like those of the table. */
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
	mutex_lock(&table_lock); // DEADLOCK 1
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
	n = stop_listed(p);
	mutex_unlock(&p->lock);
	return n;
}

/* Of those that are not listed. */
int __x64_sys_count(struct port *p)
{
	int n;

	mutex_lock(&table_lock);
	mutex_lock(&p->lock); // DEADLOCK 1
	n = ports + p->users;
	mutex_unlock(&p->lock);
	mutex_unlock(&table_lock);
	return n;
}
