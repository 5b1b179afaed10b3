/* A function that calls itself lets the lock go at the end; its caller takes it again. */
#include "../kernel.h"

struct dir {
	struct dir *up;
	int n;
};

static struct mutex lock;
static int total;

static void drop(struct dir *d)
{
	total += d->n; // NORACE
	if (d->up)
		drop(d->up);
	else
		mutex_unlock(&lock);
}

int __x64_sys_walk(struct dir *d)
{
	mutex_lock(&lock);
	drop(d);
	mutex_lock(&lock);
	total++; // NORACE
	mutex_unlock(&lock);
	return 0;
}
