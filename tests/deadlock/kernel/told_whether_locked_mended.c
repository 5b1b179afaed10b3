/* A function is told whether the lock is held, and entered with more lock sets than are told apart: it still is told. */
// FLAGS: --rule sleep-in-atomic --entry-locksets 1
#include "../kernel.h"

static spinlock_t m;
static int steps;

/* Lets others run for a while. */
static void pause_here(_Bool *locked)
{
	if (*locked) {
		spin_unlock(&m);
		*locked = 0;
	}
	msleep(1); // NOSLEEP-IN-ATOMIC
}

int __x64_sys_walk(int n)
{
	_Bool locked = 0;

	for (int i = 0; i < n; i++) {
		if (!(i % 32))
			pause_here(&locked);
		if (!locked)
			spin_lock(&m);
		locked = 1;
		steps++;
	}
	if (locked)
		spin_unlock(&m);
	return steps;
}
