/* A function that sleeps is never called by a timer, whose lines are in a mode that it leaves alone. Who says otherwise accuses the timer of sleeping, not of a deadlock. */
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
	mutex_lock(&lines_lock); // NODEADLOCK
	lines++;
	mutex_unlock(&lines_lock);
	mutex_unlock(&modes_lock);
}

static void on_timer(struct timer_list *w)
{
	struct line *l = (struct line *)((char *)w - offsetof(struct line, timer));

	l->sent++;
	change(l);
}

int __x64_sys_line(struct line *l)
{
	l->mode = 2;
	init_timer_key(&l->timer, on_timer, 0, "line", NULL);
	return 0;
}

int __x64_sys_modes(void)
{
	int n;

	mutex_lock(&lines_lock);
	mutex_lock(&modes_lock); // NODEADLOCK
	n = modes + lines;
	mutex_unlock(&modes_lock);
	mutex_unlock(&lines_lock);
	return n;
}
