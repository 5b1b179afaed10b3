/* As kernel_try_or_null_mended.c, but where the lock is not to be had, preemption stays off. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

struct pages {
	spinlock_t lock;
	int count;
};

struct pages *this_cpu_pages(void);

static int try_lock(spinlock_t *lock)
{
	return _raw_spin_trylock(&lock->rlock);
}

/* Those of this processor, with preemption off and the lock held; or nothing. */
static struct pages *get_pages(void)
{
	struct pages *p;

	__preempt_count_add(1); // SLEEP-IN-ATOMIC 1
	p = this_cpu_pages();
	if (!try_lock(&p->lock)) {
		;
		p = NULL;
	}
	return p;
}

int release_one(void)
{
	struct pages *p = get_pages();

	if (!p) {
		_printk("busy\n");
		msleep(1); // SLEEP-IN-ATOMIC 1
		__preempt_count_sub(1);
		return -1;
	}
	p->count++;
	spin_unlock(&p->lock);
	__preempt_count_sub(1);
	return 0;
}
