/* Somebody else waits for the end of the work item. */
#include "../kernel.h"

static struct mutex lock;
static int state;
static void update(struct work_struct *work);
static struct work_struct work = { .func = update };

static void reset(void)
{
	flush_work(&work);
	mutex_lock(&lock);
	state = 0; // NORACE
	mutex_unlock(&lock);
}

static void update(struct work_struct *w)
{
	(void)w;
	mutex_lock(&lock);
	state++; // NORACE
	mutex_unlock(&lock);
}

int __x64_sys_kick(void)
{
	return queue_work_on(0, NULL, &work);
}

int __x64_sys_reset(void)
{
	reset();
	return 0;
}
