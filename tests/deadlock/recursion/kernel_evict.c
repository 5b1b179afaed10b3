/* A cache that is shrunk by a function which calls itself for the parent: the lock of the tree, which the caller has taken, is given
 * back by whichever of these calls comes to the root. */
// FLAGS: --rule self-deadlock --rule lock-leak --rule unlock-unheld
#include <stddef.h>

#include "../kernel.h"

struct entry {
	struct entry *parent, *twin;
	int count;
};

static struct mutex tree_lock;
struct entry *find_entry(int key);

static void put_entry(struct entry *e)
{
	if (--e->count == 0 && e->parent) {
		put_entry(e->parent);
		return;
	}
	if (e->twin && !e->count) {
		put_entry(e->twin);
		return;
	}
	mutex_unlock(&tree_lock);
}

int sys_evict(int key)
{
	struct entry *e;

	mutex_lock(&tree_lock);
	e = find_entry(key);
	if (!e) {
		mutex_unlock(&tree_lock);
		return -1;
	}
	put_entry(e);
	mutex_lock(&tree_lock);
	e = find_entry(key + 1);
	mutex_unlock(&tree_lock);
	return e != NULL;
}
