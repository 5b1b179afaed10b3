/* As kernel_asleep_mended.c, but it is a thread, which may be in any mode. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct line {
	struct mutex lock;
	struct timer_list timer;
	struct work_struct work;
	int mode, sent;
};

static struct mutex lines_lock;
static struct mutex modes_lock;
static int lines, modes;

/* Only from threads, as modes other than 2 are. */
static void change(struct line *l)
{
	if (l->mode == 2)
		return;
	mutex_lock(&modes_lock);
	modes++;
	mutex_lock(&lines_lock); // DEADLOCK 1
	lines++;
	mutex_unlock(&lines_lock);
	mutex_unlock(&modes_lock);
}

static void on_work(struct work_struct *w)
{
	struct line *l = (struct line *)((char *)w - offsetof(struct line, work));

	l->sent++;
	change(l);
}

int __x64_sys_line(struct line *l)
{
	l->mode = 2;
	l->mode = 1;
	l->work.func = on_work;
	queue_work_on(0, NULL, &l->work);
	return 0;
}

int __x64_sys_modes(void)
{
	int n;

	mutex_lock(&lines_lock);
	mutex_lock(&modes_lock); // DEADLOCK 1
	n = modes + lines;
	mutex_unlock(&modes_lock);
	mutex_unlock(&lines_lock);
	return n;
}
