/* As kernel_stays_off_mended.c, but interrupts are turned on with the first lock, and come while the second is held. */
// FLAGS: --rule self-deadlock
#include "kernel.h"

static spinlock_t first, second;
static int events, moved;

static int on_interrupt(int irq, void *device)
{
	(void)irq;
	(void)device;
	spin_lock(&second); // SELF-DEADLOCK
	events++;
	spin_unlock(&second);
	return 1;
}

int __x64_sys_move(void)
{
	int n;

	spin_lock_irq(&first);
	n = moved;
	spin_unlock_irq(&first);
	spin_lock(&second);
	n += events;
	spin_unlock(&second);
	arch_local_irq_enable();
	return n;
}

int probe(void *device)
{
	return request_threaded_irq(7, on_interrupt, NULL, 0, "device", device);
}
