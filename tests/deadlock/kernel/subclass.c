/* Two locks of one class are nested without saying so, by whoever comes. */
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
	mutex_lock(&from->lock); // DEADLOCK 1
	mutex_lock_nested(&to->lock, 0); // DEADLOCK 1
	from->entries--; // NORACE
	to->entries++; // NORACE
	mutex_unlock(&to->lock);
	mutex_unlock(&from->lock);
	return 0;
}
