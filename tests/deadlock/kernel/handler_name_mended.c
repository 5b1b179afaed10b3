/* A function that sets an interrupt handler up is called like one, and sleeps. */
#include "../kernel.h"

static struct mutex lock;
static spinlock_t fast;
static int installed, tries;

int set_up_interrupt_handler(int irq)
{
	mutex_lock(&lock);
	installed += irq; // NORACE
	mutex_unlock(&lock);
	return 0;
}

int __x64_sys_install(int irq)
{
	spin_lock(&fast);
	tries++; // NORACE
	spin_unlock(&fast);
	return set_up_interrupt_handler(irq);
}
