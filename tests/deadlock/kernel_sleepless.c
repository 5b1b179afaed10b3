/* Things that look like sleeping and are none: schedule_preempt_disabled() for callers with preemption off, cond_resched_lock(), which lets its lock go, the
 * read side of SRCU, an attempt to cancel a timer; and preemption that stays off until the end, since panic() does not come back. Beside each of the first two one that
 * does sleep. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

struct srcu_struct {
	unsigned long *counters;
	struct mutex mutex;
};

struct hrtimer {
	long expires;
};

void __preempt_count_add(int n);
void __preempt_count_sub(int n);
void schedule_preempt_disabled(void);
void __might_resched(const char *file, int line, unsigned int offsets);
int __srcu_read_lock(struct srcu_struct *);
void __srcu_read_unlock(struct srcu_struct *, int index);
int hrtimer_try_to_cancel(struct hrtimer *);
_Noreturn void halt(void);

static spinlock_t lock;
static struct srcu_struct srcu;
static struct hrtimer timer;
static int parked;

void park(void)
{
	__preempt_count_add(1);
	schedule_preempt_disabled();
	__preempt_count_sub(1);
}

void park_holding(void)
{
	spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	__preempt_count_add(1);
	schedule_preempt_disabled(); // SLEEP-IN-ATOMIC 1
	__preempt_count_sub(1);
	spin_unlock(&lock);
}

void walk(int n)
{
	spin_lock(&lock);
	while (n-- > 0) {
		parked++;
		__might_resched(__FILE__, __LINE__, 1);
		spin_unlock(&lock);
		schedule();
		spin_lock(&lock);
	}
	spin_unlock(&lock);
}

void walk_holding(int n)
{
	spin_lock(&lock); // SLEEP-IN-ATOMIC 2
	while (n-- > 0)
		__might_resched(__FILE__, __LINE__, 0); // SLEEP-IN-ATOMIC 2
	spin_unlock(&lock);
}

int peek(void)
{
	int index;

	spin_lock(&lock);
	index = __srcu_read_lock(&srcu);
	parked = hrtimer_try_to_cancel(&timer);
	__srcu_read_unlock(&srcu, index);
	spin_unlock(&lock);
	return parked;
}

_Noreturn void panic(void)
{
	__preempt_count_add(1);
	msleep(1);
	halt();
}
