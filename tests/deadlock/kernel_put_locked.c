/* As kernel_put_locked_mended.c, but the lock is never taken again. */
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
	;
	return e->state;
}

static int flush(struct entry *e)
{
	int n;

	spin_lock(&e->lock);
	e->count++;
	n = write_out(e);
	spin_unlock(&e->lock); // UNLOCK-UNHELD
	return n;
}

int __x64_sys_flush(struct entry *e)
{
	return flush(e);
}
