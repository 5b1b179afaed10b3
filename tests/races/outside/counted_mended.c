/* As counted.c, with an atomic flag. */
#include <stdatomic.h>

struct node {
	atomic_int refs, dirty;
};

void node_get(struct node *n)
{
	atomic_fetch_add(&n->refs, 1); // NORACE
}

void node_touch(struct node *n)
{
	atomic_store(&n->dirty, 1); // NORACE
}

int node_is_dirty(struct node *n)
{
	return atomic_load(&n->dirty); // NORACE
}
