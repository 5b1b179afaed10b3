/* A function that sets an interrupt handler up is called like one, and sleeps under a spinlock. */
#include "../kernel.h"

static struct mutex lock;
static spinlock_t fast;
static int installed, tries;

int set_up_interrupt_handler(int irq)
{
	spin_lock(&fast);
	mutex_lock(&lock); // SLEEP-IN-ATOMIC
	installed += irq; // NORACE
	mutex_unlock(&lock);
	tries++; // NORACE
	spin_unlock(&fast);
	return 0;
}

int __x64_sys_install(int irq)
{
	return set_up_interrupt_handler(irq);
}
