/* As kernel_mutex_in_spin.c; the mutex is the outer one. */
#include "kernel.h"

static spinlock_t list_lock;
static struct mutex config;
static int length, limit;

static int get_limit(void)
{
	int n;

	mutex_lock(&config); // NOSLEEP-IN-ATOMIC
	n = limit; // NORACE
	mutex_unlock(&config);
	return n;
}

void set_limit(int n)
{
	mutex_lock(&config);
	limit = n; // NORACE
	mutex_unlock(&config);
}

int insert(void)
{
	int done = 0, most = get_limit();

	spin_lock(&list_lock); // NOSLEEP-IN-ATOMIC
	if (length < most) { // NORACE
		length++; // NORACE
		done = 1;
	}
	spin_unlock(&list_lock);
	return done;
}
