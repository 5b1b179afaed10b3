/* Whether the lock is held is kept in a variable, which a function that gives it back is handed the address of. */
// FLAGS: --rule sleep-in-atomic --rule self-deadlock --rule lock-leak --rule unlock-unheld
#include "kernel.h"

struct control {
	spinlock_t lock;
	int contended, done;
};

static int try_lock(spinlock_t *lock)
{
	return _raw_spin_trylock(&lock->rlock);
}

/* Always true. */
static _Bool lock_again(struct control *c)
{
	if (c->done && !c->contended) {
		if (try_lock(&c->lock))
			return 1;
		c->contended = 1;
	}
	spin_lock(&c->lock);
	return 1;
}

/* Lets others run for a while. */
static void let_go(struct control *c, _Bool *locked, int urgent)
{
	(void)urgent;
	if (*locked) {
		spin_unlock(&c->lock);
		*locked = 0;
	}
	msleep(1); // NOSLEEP-IN-ATOMIC
}

int isolate(struct control *c, int blocks, int urgent)
{
	_Bool locked = 0;

	for (int i = 0; i < blocks; i++) {
		if (!(i % 32))
			let_go(c, &locked, urgent);
		if (!locked)
			locked = lock_again(c);
		c->done++;
	}
	if (locked)
		spin_unlock(&c->lock);
	return c->done;
}
