/* Waiting for a completion with a mutex in hand that the other side takes before it completes. */
#include "kernel.h"

static struct mutex lock;
static struct completion done;
static int result;

void answer(int r)
{
	mutex_lock(&lock);
	result = r; // NORACE
	mutex_unlock(&lock);
	complete(&done);
}

int ask(void)
{
	int r;

	mutex_lock(&lock); // WAIT-HOLDING 1
	wait_for_completion(&done); // WAIT-HOLDING 1
	r = result; // NORACE
	mutex_unlock(&lock);
	return r;
}
