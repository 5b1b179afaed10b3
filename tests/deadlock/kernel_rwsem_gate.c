/* Readers in opposite orders, below a gate that all of them read. Whoever writes both, or the one that readers would have to wait
 * for, has the gate for itself: no writer waits while a reader is inside. */
#include "kernel.h"

static struct rw_semaphore gate, a, b, c, d;
static int x, y;

int forth(void)
{
	int n;

	down_read(&gate);
	down_read(&a);
	down_read(&b);
	n = x + y;
	up_read(&b);
	up_read(&a);
	down_read(&c);
	down_read(&d);
	n += x;
	up_read(&d);
	up_read(&c);
	up_read(&gate);
	return n;
}

int back(void)
{
	int n;

	down_read(&gate);
	down_read(&b);
	down_read(&a);
	n = x - y;
	up_read(&a);
	up_read(&b);
	down_read(&d);
	down_read(&c);
	n += x;
	up_read(&c);
	up_read(&d);
	up_read(&gate);
	return n;
}

void write_gated(void)
{
	_printk("write\n");
	down_write(&gate);
	down_write(&a);
	up_write(&a);
	down_write(&b);
	up_write(&b);
	down_write(&d);
	up_write(&d);
	up_write(&gate);
}

void write_one(void)
{
	down_write(&c);
	up_write(&c);
}
