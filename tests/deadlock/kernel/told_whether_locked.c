/* As told_whether_locked_mended.c, but the lock is given back only if it is urgent. */
// FLAGS: --rule sleep-in-atomic --entry-locksets 1
#include "../kernel.h"

static spinlock_t m;
static int steps;

/* Lets others run for a while. */
static void pause_here(_Bool *locked, int urgent)
{
	if (*locked && urgent) {
		spin_unlock(&m);
		*locked = 0;
	}
	msleep(1); // SLEEP-IN-ATOMIC
}

int __x64_sys_walk(int n, int urgent)
{
	_Bool locked = 0;

	for (int i = 0; i < n; i++) {
		if (!(i % 32))
			pause_here(&locked, urgent);
		if (!locked)
			spin_lock(&m);
		locked = 1;
		steps++;
	}
	if (locked)
		spin_unlock(&m);
	return steps;
}
