/* As kernel_rwsem.c; the inner reader relies on the outer one. */
#include "kernel.h"

static struct rw_semaphore sem;
static int size;

static int get_size(void)
{
	int n;

	n = size; // NORACE
	return n;
}

int average(void)
{
	int n;

	down_read(&sem);
	n = get_size() / 2;
	up_read(&sem);
	return n;
}

void grow(void)
{
	_printk("grow\n");
	down_write(&sem);
	size++; // NORACE
	up_write(&sem);
}
