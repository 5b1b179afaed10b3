/* A function says that its lock must be held; one of its callers does not hold it. */
#include "kernel.h"

static struct mutex lock;
static int level;

static void set_level(int n)
{
	if (!lock_is_held_type((struct lockdep_map *)&lock, -1)) // ASSERT-HELD
		__warn();
	level = n; // RACE 1
}

void raise_level(void)
{
	mutex_lock(&lock);
	set_level(level + 1); // RACE 1
	mutex_unlock(&lock);
}

void reset_level(void)
{
	set_level(0);
}
