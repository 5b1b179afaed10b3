/* Who has a box has the lock: a box is made of every entry, so it is never null, which is said outside. It is asked for where the ways with one and without one
 * have met. */
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
	if (b)
		spin_unlock(&e->lock); // NOUNLOCK-UNHELD
	return n;
} // NOLOCK-LEAK

int __x64_sys_touch(struct entry *e, int alone)
{
	return touch(e, alone);
}
