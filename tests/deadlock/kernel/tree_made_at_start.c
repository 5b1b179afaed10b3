/* Nodes get another parent while others lock from the leaves to the root: what was above may be below. */
// FLAGS: --rule deadlock
#include "../kernel.h"

struct node {
	spinlock_t lock;
	struct node *parent;
	int wanted;
};

static struct node nodes[7];

__attribute__((section(".init.text"))) static void make_tree(void)
{
	for (int i = 1; i < 7; i++)
		nodes[i].parent = nodes + (i - 1) / 2;
}

int __x64_sys_move(struct node *n, struct node *to)
{
	n->parent = to;
	return 0;
}

__attribute__((section(".init.text"))) int setup(void)
{
	make_tree();
	return 0;
}

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

int __x64_sys_clear(struct node *leaf)
{
	struct node *n = leaf;

	spin_lock(&leaf->lock);
	while ((n = n->parent)) {
		spin_lock(&n->lock); // DEADLOCK: another thread does the same from above
		n->wanted = 0;
		spin_unlock(&n->lock);
	}
	spin_unlock(&leaf->lock);
	return 0;
}
