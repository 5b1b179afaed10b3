/* As root_in_record_mended.c, but one function takes the lock of the root first. */
// FLAGS: --rule deadlock
#include "../kernel.h"

struct node {
	spinlock_t lock;
	struct node *parent;
	int wanted;
};

static struct state {
	struct node nodes[7];
	int rounds;
} state;

static struct node *root_of(void)
{
	return &state.nodes[0];
}

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

static int ask_again(struct node *start)
{
	return ask(start) + state.rounds;
}

int __x64_sys_ask(struct node *leaf)
{
	int n;

	spin_lock(&leaf->lock);
	n = ask_again(leaf);
	spin_unlock(&leaf->lock);
	return n;
}

int __x64_sys_round(void)
{
	struct node *root = root_of();
	int n;

	spin_lock(&root->lock);
	n = ask_again(root);
	state.rounds++;
	spin_unlock(&root->lock);
	return n;
}

int __x64_sys_check(struct node *leaf)
{
	struct node *root = root_of();
	int n;

	spin_lock(&leaf->lock);
	if (leaf != root)
		spin_lock(&root->lock); // DEADLOCK 1
	n = leaf->wanted + root->wanted;
	if (leaf != root)
		spin_unlock(&root->lock);
	spin_unlock(&leaf->lock);
	return n;
}

int __x64_sys_reset(struct node *leaf)
{
	struct node *root = root_of();

	spin_lock(&root->lock);
	if (leaf != root)
		spin_lock(&leaf->lock); // DEADLOCK 1
	leaf->wanted = 0;
	if (leaf != root)
		spin_unlock(&leaf->lock);
	spin_unlock(&root->lock);
	return 0;
}
