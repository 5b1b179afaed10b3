/* As kernel_assert.c; every caller holds the lock. */
#include "kernel.h"

static struct mutex lock;
static int level;

static void set_level(int n)
{
	if (!lock_is_held_type((struct lockdep_map *)&lock, -1)) // NOASSERT-HELD
		__warn();
	level = n; // NORACE
}

void raise_level(void)
{
	mutex_lock(&lock);
	set_level(level + 1); // NORACE
	mutex_unlock(&lock);
}

void reset_level(void)
{
	mutex_lock(&lock);
	set_level(0);
	mutex_unlock(&lock);
}
