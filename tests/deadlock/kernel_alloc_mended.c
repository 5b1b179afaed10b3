/* As kernel_alloc.c; the flags forbid to sleep. */
#include "kernel.h"

static spinlock_t lock;
static void *buffer;

int refill(void)
{
	spin_lock(&lock); // NOSLEEP-IN-ATOMIC
	if (!buffer) // NORACE
		buffer = __kmalloc(64, GFP_ATOMIC); // NOSLEEP-IN-ATOMIC; NORACE
	spin_unlock(&lock);
	return 0;
}
