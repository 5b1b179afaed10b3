/* Whether a page is waited for hangs on a flag, which goes through two functions with another bit put in, and is asked for by a function of its own. Who has the
 * lock does not give the flag; who gives it has no lock. */
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
		msleep(1);
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

	spin_lock(&lock); // NOSLEEP-IN-ATOMIC
	ok = take_clean_page(0);
	pages -= ok;
	spin_unlock(&lock);
	return ok;
}
