/* Waiting for a task on a work queue, with the mutex in hand that the task takes. */
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

	mutex_lock(&lock); // WAIT-HOLDING 1
	flush_work(&work); // WAIT-HOLDING 1
	n = state; // NORACE
	mutex_unlock(&lock);
	return n;
}
