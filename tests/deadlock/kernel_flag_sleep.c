/* As kernel_flag_sleep_mended.c, but the flag that allows to wait is handed down below a spin lock. */
// FLAGS: --rule sleep-in-atomic
#include "kernel.h"

#define MAY_WAIT 4u
#define ZEROED 8u

static spinlock_t lock;
static int pages;

static int allows_waiting(unsigned int flags)
{
	return !!(flags & MAY_WAIT);
}

static int take_page(unsigned int flags)
{
	if (allows_waiting(flags))
		msleep(1); // SLEEP-IN-ATOMIC 1
	return pages > 0;
}

static int take_clean_page(unsigned int flags)
{
	return take_page(flags | ZEROED);
}

int refill(unsigned int flags)
{
	return take_clean_page(flags | MAY_WAIT);
}

int use_page(void)
{
	int ok;

	spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	ok = take_clean_page(MAY_WAIT);
	pages -= ok;
	spin_unlock(&lock);
	return ok;
}
