/* An interrupt handler takes a mutex: there is nobody there who could sleep. */
#include "kernel.h"

static struct mutex lock;
static int events;

static int on_interrupt(int irq, void *device)
{
	(void)irq;
	(void)device;
	mutex_lock(&lock); // SLEEP-IN-ATOMIC
	events++; // NORACE
	mutex_unlock(&lock);
	return 1;
}

int probe(void *device)
{
	return request_threaded_irq(7, on_interrupt, NULL, 0, "device", device);
}

int read_events(void)
{
	int n;

	mutex_lock(&lock);
	n = events; // NORACE
	mutex_unlock(&lock);
	return n;
}
