/* The last reference is given back with a spin lock held; what is called then frees without sleeping. The one that sleeps is handed over where nothing is held. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

struct thing {
	int references;
};

static spinlock_t lock;
static int released;

static void release_now(struct thing *t)
{
	t->references = -1;
}

static void release_slowly(struct thing *t)
{
	msleep(10); // NOSLEEP-IN-ATOMIC
	t->references = -1;
}

static void put(struct thing *t, void (*release)(struct thing *))
{
	if (!--t->references)
		release(t);
}

void drop_fast(struct thing *t)
{
	spin_lock(&lock); // NOSLEEP-IN-ATOMIC
	released++; // NORACE
	put(t, release_now);
	spin_unlock(&lock);
}

void drop_slow(struct thing *t)
{
	put(t, release_slowly);
}
