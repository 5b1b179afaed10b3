/* Whether to lock is computed once; the second question is another one, and a way comes back with the lock. */
#include "../kernel.h"

struct conn {
	struct mutex lock;
	int flags, n;
};

int send_one(struct conn *c, int flags)
{
	int locks = !(flags & 4) && c->flags > 2;

	if (locks) {
		mutex_lock(&c->lock);
		c->n++; // NORACE
	}
	if (c->flags > 2 && locks && flags & 8)
		mutex_unlock(&c->lock);
	return 0; // LOCK-LEAK missed: ways on which the lock is held and ways on which it is not are not told apart by more than one condition
}

int send_two(struct conn *c)
{
	mutex_lock(&c->lock);
	c->n--; // NORACE
	mutex_unlock(&c->lock);
	return 0;
}
