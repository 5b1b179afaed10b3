/* As kernel_user_copy.c; what the user gives is copied before the lock is taken. */
#include "kernel.h"

static spinlock_t lock;
static char name[16];

int set_name(const char *from)
{
	char copy[sizeof name];

	if (_copy_from_user(copy, from, sizeof copy)) // NOSLEEP-IN-ATOMIC
		return -14;
	spin_lock(&lock);
	for (size_t i = 0; i < sizeof name; i++)
		name[i] = copy[i]; // NORACE
	spin_unlock(&lock);
	return 0;
}
