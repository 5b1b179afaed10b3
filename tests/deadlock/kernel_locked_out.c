/* As kernel_locked_out_mended.c, but the lock is given back only if it is urgent. */
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
	if (*locked && urgent) {
		spin_unlock(&c->lock);
		*locked = 0;
	}
	msleep(1); // SLEEP-IN-ATOMIC: unless it is urgent, the lock stays held
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
