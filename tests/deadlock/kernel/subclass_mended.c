/* The inner one of two locks of one class is taken as of a subclass of its own, which somebody has thought about. */
#include "../kernel.h"

struct dir {
	struct mutex lock;
	int entries;
};

static struct dir dirs[8];

int __x64_sys_move(unsigned int a, unsigned int b)
{
	struct dir *from = &dirs[a & 7], *to = &dirs[b & 7];

	if (from == to)
		return 0;
	mutex_lock(&from->lock);
	mutex_lock_nested(&to->lock, 1);
	from->entries--; // NORACE
	to->entries++; // NORACE
	mutex_unlock(&to->lock);
	mutex_unlock(&from->lock);
	return 0;
}
