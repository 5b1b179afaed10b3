/* Locks by number: two functions nest two numbers in opposite orders. */
#include "../kernel.h"

static struct mutex locks[4];
static int n;

int __x64_sys_first(void)
{
	mutex_lock(&locks[0]); // DEADLOCK 1
	mutex_lock(&locks[3]); // DEADLOCK 1
	n++;
	mutex_unlock(&locks[3]);
	mutex_unlock(&locks[0]);
	return 0;
}

int __x64_sys_second(void)
{
	mutex_lock(&locks[3]); // DEADLOCK 1
	mutex_lock(&locks[0]); // DEADLOCK 1
	n--;
	mutex_unlock(&locks[0]);
	mutex_unlock(&locks[3]);
	return 0;
}
