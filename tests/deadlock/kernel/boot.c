/* A system call turns interrupts off and sleeps. */
#include "../kernel.h"

static struct mutex lock;
static int ready;

static void set_up(void)
{
	mutex_lock(&lock); // SLEEP-IN-ATOMIC
	ready = 1;
	mutex_unlock(&lock);
}

int __x64_sys_restart(void)
{
	arch_local_irq_disable();
	set_up();
	arch_local_irq_enable();
	return 0;
}
