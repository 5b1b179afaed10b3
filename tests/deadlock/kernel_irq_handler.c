/* A lock that an interrupt handler takes is taken elsewhere with interrupts on: the interrupt comes, on the same CPU, and
 * spins for ever. */
#include "kernel.h"

static spinlock_t lock;
static int events, served;

static int on_interrupt(int irq, void *device)
{
	(void)irq;
	(void)device;
	spin_lock(&lock); // SELF-DEADLOCK
	events++; // NORACE
	spin_unlock(&lock);
	return 1;
}

int __x64_sys_serve(void)
{
	int n;

	spin_lock(&lock);
	n = events - served; // NORACE
	served = events; // NORACE
	spin_unlock(&lock);
	return n;
}

int probe(void *device)
{
	return request_threaded_irq(7, on_interrupt, NULL, 0, "device", device);
}
