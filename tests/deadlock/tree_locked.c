/* As tree_locked_mended.c, but the tree is not locked meanwhile. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	int links;
};

struct tree {
	pthread_mutex_t lock;
	struct node *node[8];
};

static struct node *node_at(struct tree *t, int i)
{
	return t->node[i & 7];
}

static void join_nodes(struct tree *t, int i, int k)
{
	struct node *m = node_at(t, i), *n = node_at(t, k);

	pthread_mutex_lock(&m->lock); // DEADLOCK 1
	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	m->links++; // NORACE
	n->links++; // NORACE
	pthread_mutex_unlock(&n->lock);
	pthread_mutex_unlock(&m->lock);
}

static void *forward(void *argument)
{
	for (int i = 0; i < 7; i++)
		join_nodes(argument, i, i + 1);
	return NULL;
}

static void *backward(void *argument)
{
	for (int i = 7; i > 0; i--)
		join_nodes(argument, i, i - 1);
	return NULL;
}

int main(void)
{
	struct tree *t = calloc(1, sizeof *t);
	pthread_t t1, t2;

	pthread_mutex_init(&t->lock, NULL);
	for (int i = 0; i < 8; i++) {
		t->node[i] = calloc(1, sizeof *t->node[i]);
		pthread_mutex_init(&t->node[i]->lock, NULL);
	}
	pthread_create(&t1, NULL, forward, t);
	pthread_create(&t2, NULL, backward, t);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
