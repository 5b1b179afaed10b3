/* As kernel_stub_mended.c, but this kind of counter does turn preemption off. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

struct counter {
	unsigned int sequence;
};

static inline _Bool needs_preemption_off(const struct counter *c)
{
	(void)c;
	return 1;
}

static inline void begin(struct counter *c)
{
	if (needs_preemption_off(c))
		__preempt_count_add(1); // SLEEP-IN-ATOMIC 1
	c->sequence++;
}

static inline void end(struct counter *c)
{
	c->sequence++;
	if (needs_preemption_off(c))
		__preempt_count_sub(1);
}

void copy_range(struct counter *c)
{
	begin(c);
	_printk("copying\n");
	msleep(1); // SLEEP-IN-ATOMIC 1
	end(c);
}
