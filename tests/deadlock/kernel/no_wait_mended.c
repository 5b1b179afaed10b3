/* Under a spinlock a helper is called that waits if it is told to; it is told not to. */
#include "../kernel.h"

static spinlock_t lock;
static int slots;

static int get_slot(int timeout)
{
	if (!slots) {
		if (timeout)
			schedule();
		else
			return -11;
	}
	return slots--;
}

static int reserve(int nonblock)
{
	return get_slot(nonblock ? 0 : 100);
}

int __x64_sys_take(void)
{
	int n;

	spin_lock(&lock);
	n = reserve(1);
	spin_unlock(&lock);
	return n;
}
