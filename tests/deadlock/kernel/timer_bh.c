/* A timer takes the lock that process context takes with softirqs on. */
#include "../kernel.h"

static spinlock_t lock;
static struct timer_list timer;
static int n;

static void tick(struct timer_list *t)
{
	(void)t;
	spin_lock(&lock); // SELF-DEADLOCK
	n++; // NORACE
	spin_unlock(&lock);
}

int probe(void)
{
	init_timer_key(&timer, tick, 0, NULL, NULL);
	return 0;
}

int __x64_sys_count(void)
{
	int x;

	spin_lock(&lock);
	x = n; // NORACE
	spin_unlock(&lock);
	return x;
}
