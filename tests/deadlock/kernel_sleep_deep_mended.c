/* As kernel_sleep_deep.c; the lock is given back first. */
#include "kernel.h"

static spinlock_t lock;
static int requests;

static void settle(void)
{
	msleep(10); // NOSLEEP-IN-ATOMIC
}

static void power_up(int level)
{
	if (level)
		settle();
}

static void bring_up(int level)
{
	power_up(level - 1);
}

static void restart(int level)
{
	bring_up(level);
}

static void recover(int level)
{
	if (level > 2)
		restart(level);
}

void handle_request(int level)
{
	spin_lock(&lock); // NOSLEEP-IN-ATOMIC
	requests++; // NORACE
	spin_unlock(&lock);
	recover(level);
}
