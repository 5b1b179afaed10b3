/* As kernel_flush_work.c; waits first, then takes the lock. */
#include "kernel.h"

static struct mutex lock;
static int state;

static void update(struct work_struct *work)
{
	(void)work;
	mutex_lock(&lock);
	state++; // NORACE
	mutex_unlock(&lock);
}

static struct work_struct work = { .func = update };

void kick(void)
{
	queue_work_on(0, NULL, &work);
}

int read_state(void)
{
	int n;

	flush_work(&work); // NOWAIT-HOLDING
	mutex_lock(&lock); // NOWAIT-HOLDING
	n = state; // NORACE
	mutex_unlock(&lock);
	return n;
}
