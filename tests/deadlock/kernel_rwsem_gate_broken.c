/* As kernel_rwsem_gate.c, but the writers only read the gate as well, which keeps nobody out. */
#include "kernel.h"

static struct rw_semaphore gate, a, b;
static int x, y;

int forth(void)
{
	int n;

	down_read(&gate);
	down_read(&a); // DEADLOCK 1
	down_read(&b); // DEADLOCK 1
	n = x + y;
	up_read(&b);
	up_read(&a);
	up_read(&gate);
	return n;
}

int back(void)
{
	int n;

	down_read(&gate);
	down_read(&b); // DEADLOCK 1
	down_read(&a); // DEADLOCK 1
	n = x - y;
	up_read(&a);
	up_read(&b);
	up_read(&gate);
	return n;
}

void write_both(void)
{
	_printk("write\n");
	down_read(&gate);
	down_write(&a);
	up_write(&a);
	down_write(&b);
	up_write(&b);
	up_read(&gate);
}
