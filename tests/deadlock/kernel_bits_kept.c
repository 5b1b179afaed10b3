/* As kernel_bits_kept_mended.c, but the bit is not always set. */
// FLAGS: --rule lock-leak --rule unlock-unheld
#include "kernel.h"

#define SYNC 1u
#define RMAP_LOCKED 2u

struct mapping {
	struct rw_semaphore lock;
	int users;
};

static void lock_mapping(struct mapping *m)
{
	if (down_write_trylock(&m->lock))
		return;
	_printk("busy\n");
	down_write(&m->lock);
}

static int unmap(struct mapping *m, int anonymous)
{
	unsigned int mode = SYNC;
	int n = m->users;

	if (!anonymous) {
		lock_mapping(m);
		if (n > 3)
			mode = RMAP_LOCKED;
	}
	n--;
	if (mode & RMAP_LOCKED) // LOCK-LEAK: past this
		up_write(&m->lock);
	return n;
}

int __x64_sys_unmap(struct mapping *m, int anonymous)
{
	return unmap(m, anonymous);
}
