/* As kernel_irq_handler.c; interrupts are off while the lock is held outside of the handler. */
#include "kernel.h"

static spinlock_t lock;
static int events, served;

static int on_interrupt(int irq, void *device)
{
	(void)irq;
	(void)device;
	spin_lock(&lock); // NOSELF-DEADLOCK
	events++; // NORACE
	spin_unlock(&lock);
	return 1;
}

int serve(void)
{
	int n;

	spin_lock_irq(&lock);
	n = events - served; // NORACE
	served = events; // NORACE
	spin_unlock_irq(&lock);
	return n;
}

int probe(void *device)
{
	return request_threaded_irq(7, on_interrupt, NULL, 0, "device", device);
}
