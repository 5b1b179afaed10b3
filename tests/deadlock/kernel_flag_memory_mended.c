/* Only queues that say so may block. Whether this one does, nobody here knows: who asks for a flag right before is not accused. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

#define BLOCKING 32

struct queue {
	unsigned int flags;
	int runs;
};

static void run_queue(struct queue *q)
{
	if (q->flags & BLOCKING)
		msleep(1); // NOSLEEP-IN-ATOMIC: such queues are not kicked like this
	q->runs++;
}

void kick(struct queue *q)
{
	__rcu_read_lock();
	run_queue(q);
	__rcu_read_unlock();
}
