/* Process context turns softirqs off around the lock that a timer takes. */
#include "../kernel.h"

static spinlock_t lock;
static struct timer_list timer;
static int n;

static void tick(struct timer_list *t)
{
	(void)t;
	spin_lock(&lock);
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

	_raw_spin_lock_bh(&lock.rlock);
	x = n; // NORACE
	_raw_spin_unlock_bh(&lock.rlock);
	return x;
}
