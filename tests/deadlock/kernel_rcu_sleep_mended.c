/* As kernel_rcu_sleep.c; what is to be flushed is only counted in the read section. */
#include "kernel.h"

struct entry {
	struct entry *next;
	int flushes;
};

static struct entry *volatile entries;

int flush_all(void)
{
	int n = 0;

	__rcu_read_lock(); // NOSLEEP-IN-ATOMIC
	for (struct entry *e = entries; e; e = e->next) {
		n += e->flushes > 0;
	}
	__rcu_read_unlock();
	if (n)
		msleep(1); // NOSLEEP-IN-ATOMIC
	return n;
}
