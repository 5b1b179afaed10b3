/* A spin lock is held, and five calls below something sleeps. */
#include "kernel.h"

static spinlock_t lock;
static int requests;

static void settle(void)
{
	msleep(10); // SLEEP-IN-ATOMIC 1
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
	spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	requests++; // NORACE
	recover(level);
	spin_unlock(&lock);
}
