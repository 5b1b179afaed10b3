/* A reference count says that the record is shared; the flag beside it is a plain variable. */
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	atomic_int refs;
	int dirty;
};

void node_get(struct node *n)
{
	atomic_fetch_add(&n->refs, 1); // NORACE
}

void node_touch(struct node *n)
{
	n->dirty = 1; // RACE 1
}

int node_is_dirty(const struct node *n)
{
	return n->dirty; // RACE 1
}
