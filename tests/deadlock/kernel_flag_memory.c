/* As kernel_flag_memory_mended.c, but every queue blocks. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

#define BLOCKING 32

struct queue {
	unsigned int flags;
	int runs;
};

static void run_queue(struct queue *q)
{
	msleep(1); // SLEEP-IN-ATOMIC 1
	q->runs++;
}

void kick(struct queue *q)
{
	__rcu_read_lock(); // SLEEP-IN-ATOMIC 1
	run_queue(q);
	__rcu_read_unlock();
}
