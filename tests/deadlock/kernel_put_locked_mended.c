/* A function gives the lock of its caller back, and takes it again under conditions that are not understood. Nobody is accused of what a callee may have done. */
// FLAGS: --rule unlock-unheld --rule lock-leak
#include "kernel.h"

struct entry {
	spinlock_t lock;
	int count, state;
};

/* Gives the lock back while the entry is written, and takes it again. */
static int write_out(struct entry *e)
{
	spin_unlock(&e->lock);
	e->state++;
	if (e->state >= 0 || e->count)
		spin_lock(&e->lock);
	return e->state;
}

static int flush(struct entry *e)
{
	int n;

	spin_lock(&e->lock);
	e->count++;
	n = write_out(e);
	spin_unlock(&e->lock); // NOUNLOCK-UNHELD: one of the two always holds, which is not to be seen
	return n;
}

int __x64_sys_flush(struct entry *e)
{
	return flush(e);
}
