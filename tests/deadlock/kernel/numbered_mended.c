/* Locks by number: all nest the lower one outside. */
#include "../kernel.h"

static struct mutex locks[4];
static int n;

int __x64_sys_first(void)
{
	mutex_lock(&locks[0]);
	mutex_lock(&locks[3]);
	n++;
	mutex_unlock(&locks[3]);
	mutex_unlock(&locks[0]);
	return 0;
}

int __x64_sys_second(void)
{
	mutex_lock(&locks[0]);
	mutex_lock(&locks[3]);
	n--;
	mutex_unlock(&locks[0]);
	mutex_unlock(&locks[3]);
	return 0;
}
