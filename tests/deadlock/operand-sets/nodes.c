/* A tree of two nodes: one thread goes down, the other one up. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	struct node *parent, *child;
	int value;
};

static struct node top, leaf;

static void *down(void *arg)
{
	struct node *n = &top;

	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	pthread_mutex_lock(&n->child->lock); // DEADLOCK 1
	n->child->value = n->value;
	pthread_mutex_unlock(&n->child->lock);
	pthread_mutex_unlock(&n->lock);
	return arg;
}

static void *up(void *arg)
{
	struct node *n = &leaf;

	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	pthread_mutex_lock(&n->parent->lock); // DEADLOCK 1
	n->parent->value = n->value;
	pthread_mutex_unlock(&n->parent->lock);
	pthread_mutex_unlock(&n->lock);
	return arg;
}

static void setup(void)
{
	pthread_mutex_init(&top.lock, NULL);
	pthread_mutex_init(&leaf.lock, NULL);
	top.child = &leaf;
	leaf.parent = &top;
}

int main(void)
{
	pthread_t t1, t2;

	setup();
	pthread_create(&t1, NULL, down, NULL);
	pthread_create(&t2, NULL, up, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
