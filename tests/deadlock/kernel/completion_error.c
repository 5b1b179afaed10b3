/* The other side completes only what has worked. */
#include "../kernel.h"

static struct completion done;
static void transfer(struct work_struct *w);
static struct work_struct work = { .func = transfer };

static int start_dma(int n)
{
	return _printk("%d", n);
}

static void transfer(struct work_struct *w)
{
	(void)w;
	if (start_dma(4))
		return;
	complete(&done);
}

int __x64_sys_send(void)
{
	queue_work_on(0, NULL, &work);
	wait_for_completion(&done); // DEADLOCK missed: of a library that starts no threads nobody knows what they have done
	return 0;
}
