/* Who stops the device waits until the timer does not run. */
#include "../kernel.h"

struct device {
	struct timer_list timer;
};

static struct device dev;
int mod_timer(struct timer_list *, unsigned long expires);

static void stop(struct device *d)
{
	_printk("stop\n");
	timer_delete_sync(&d->timer);
}

static void tick(struct timer_list *t)
{
	(void)t;
}

int probe(void)
{
	init_timer_key(&dev.timer, tick, 0, NULL, NULL);
	return mod_timer(&dev.timer, 100);
}

int __x64_sys_stop(void)
{
	stop(&dev);
	return 0;
}
