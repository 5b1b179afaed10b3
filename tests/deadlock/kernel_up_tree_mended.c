/* Nodes of a tree are locked from the leaves to the root, by a pointer; the root is a variable, which is asked for before. */
// FLAGS: --rule deadlock
#include "kernel.h"

struct node {
	spinlock_t lock;
	struct node *parent;
	int wanted;
};

static struct node nodes[7];

/* From a leaf to the root. The caller has the lock of the first one. */
static int ask(struct node *start)
{
	struct node *n;

	for (n = start;; n = n->parent) {
		if (n != start)
			spin_lock(&n->lock);
		n->wanted = 1;
		if (n != start)
			spin_unlock(&n->lock);
		if (!n->parent)
			break;
	}
	return n->wanted;
}

int __x64_sys_ask(struct node *leaf)
{
	int n;

	spin_lock(&leaf->lock);
	n = ask(leaf);
	spin_unlock(&leaf->lock);
	return n;
}

int __x64_sys_ask_root(void)
{
	int n;

	spin_lock(&nodes[0].lock);
	n = ask(&nodes[0]);
	spin_unlock(&nodes[0].lock);
	return n;
}

int __x64_sys_clear(struct node *leaf)
{
	struct node *n = leaf;

	spin_lock(&leaf->lock);
	while ((n = n->parent)) {
		spin_lock(&n->lock); // NODEADLOCK
		n->wanted = 0;
		spin_unlock(&n->lock);
	}
	spin_unlock(&leaf->lock);
	return 0;
}

int __x64_sys_check(struct node *leaf)
{
	struct node *root = &nodes[0];
	int n;

	spin_lock(&leaf->lock);
	if (leaf != root)
		spin_lock(&root->lock); // NODEADLOCK
	n = leaf->wanted + root->wanted;
	if (leaf != root)
		spin_unlock(&root->lock);
	spin_unlock(&leaf->lock);
	return n;
}
