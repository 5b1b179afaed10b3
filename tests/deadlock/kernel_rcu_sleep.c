/* A read section of RCU must not sleep. */
#include "kernel.h"

struct entry {
	struct entry *next;
	int flushes;
};

static struct entry *volatile entries;

static void flush(const struct entry *e)
{
	if (e->flushes)
		msleep(1); // SLEEP-IN-ATOMIC 1
}

int flush_all(void)
{
	int n = 0;

	__rcu_read_lock(); // SLEEP-IN-ATOMIC 1
	for (struct entry *e = entries; e; e = e->next) {
		flush(e);
		n++;
	}
	__rcu_read_unlock();
	return n;
}
