/* As kernel_boxed_mended.c, but an entry that is full is left with its lock. */
// FLAGS: --rule unlock-unheld --rule lock-leak
#include "kernel.h"

struct box;

struct entry {
	spinlock_t lock;
	int count, state;
};

struct box *box_of(struct entry *);

static struct box *claim(struct entry *e)
{
	spin_lock(&e->lock);
	while (e->count > 9) {
		spin_unlock(&e->lock);
		_printk("full\n");
		spin_lock(&e->lock);
	}
	return box_of(e);
}

static int touch(struct entry *e, int alone)
{
	struct box *b = NULL;
	int n;

	if (!alone)
		b = claim(e);
	n = e->state;
	if (n > 8)
		return -1; // LOCK-LEAK
	if (b)
		spin_unlock(&e->lock); // NOUNLOCK-UNHELD
	return n;
}

int __x64_sys_touch(struct entry *e, int alone)
{
	return touch(e, alone);
}
