/* Locks of parent and child: going down takes the parent first, and the one function that goes up takes the child first. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	struct node *parent, *left, *right;
	int height;
};

static struct node leaf = { .lock = PTHREAD_MUTEX_INITIALIZER }, root = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void push_down(struct node *n)
{
	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	if (n->left) {
		pthread_mutex_lock(&n->left->lock); // DEADLOCK 1
		n->left->height = n->height - 1; // NORACE
		pthread_mutex_unlock(&n->left->lock);
	}
	pthread_mutex_unlock(&n->lock);
}

static void pull_up(struct node *n)
{
	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	if (n->parent) {
		pthread_mutex_lock(&n->parent->lock); // DEADLOCK 1
		n->parent->height = n->height + 1; // NORACE
		pthread_mutex_unlock(&n->parent->lock);
	}
	pthread_mutex_unlock(&n->lock);
}

static void *top(void *argument)
{
	push_down(&root);
	return argument;
}

static void *bottom(void *argument)
{
	pull_up(&leaf);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	root.left = &leaf;
	leaf.parent = &root;
	pthread_create(&t1, NULL, top, NULL);
	pthread_create(&t2, NULL, bottom, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
