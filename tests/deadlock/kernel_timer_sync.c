/* Waiting for a timer's function to end, with a lock in hand that the function takes. */
#include "kernel.h"

static spinlock_t lock;
static struct timer_list timer;
static int ticks, stopped;

static void on_tick(struct timer_list *t)
{
	(void)t;
	_raw_spin_lock_bh(&lock.rlock);
	ticks++; // NORACE
	_raw_spin_unlock_bh(&lock.rlock);
}

void start(void)
{
	_printk("start\n");
	init_timer_key(&timer, on_tick, 0, "timer", NULL);
}

void stop(void)
{
	_raw_spin_lock_bh(&lock.rlock); // WAIT-HOLDING 1
	stopped = ticks; // NORACE
	timer_delete_sync(&timer); // WAIT-HOLDING 1
	_raw_spin_unlock_bh(&lock.rlock);
}
