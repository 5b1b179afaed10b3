/* One thread boots, with interrupts off until all is set up: what sleeps there would sleep if somebody else could run. */
#include "../kernel.h"

static struct mutex lock;
static int ready;

static void set_up(void)
{
	mutex_lock(&lock);
	ready = 1;
	mutex_unlock(&lock);
}

void start_kernel(void)
{
	arch_local_irq_disable();
	set_up();
	arch_local_irq_enable();
}
