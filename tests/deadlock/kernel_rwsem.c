/* Two readers, one below the other, of a fair lock: a writer that comes between them waits for the first, and the second
 * waits for the writer. */
#include "kernel.h"

static struct rw_semaphore sem;
static int size;

static int get_size(void)
{
	int n;

	down_read(&sem); // SELF-DEADLOCK
	n = size; // NORACE
	up_read(&sem);
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
