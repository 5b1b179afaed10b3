/* Whether to lock is computed once, and asked twice. */
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
	if (locks)
		mutex_unlock(&c->lock);
	return 0;
}

int send_two(struct conn *c)
{
	mutex_lock(&c->lock);
	c->n--; // NORACE
	mutex_unlock(&c->lock);
	return 0;
}
