/* Memory is asked for with a spin lock held, and the flags allow to sleep. */
#include "kernel.h"

static spinlock_t lock;
static void *buffer;

int refill(void)
{
	spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	if (!buffer) // NORACE
		buffer = __kmalloc(64, GFP_KERNEL); // SLEEP-IN-ATOMIC 1; NORACE
	spin_unlock(&lock);
	return 0;
}
