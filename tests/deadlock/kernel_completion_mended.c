/* As kernel_completion.c; the wait comes first. */
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

	wait_for_completion(&done); // NOWAIT-HOLDING
	mutex_lock(&lock); // NOWAIT-HOLDING
	r = result; // NORACE
	mutex_unlock(&lock);
	return r;
}
