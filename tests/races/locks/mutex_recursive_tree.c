/* A tree whose insert calls itself with the recursive lock held, once per level; counting the nodes takes the lock as well. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	int key;
};

static pthread_mutex_t tree_lock;
static struct node *root;

static void insert(struct node **at, struct node *new)
{
	pthread_mutex_lock(&tree_lock);
	if (!*at)
		*at = new; // NORACE
	else
		insert(new->key < (*at)->key ? &(*at)->left : &(*at)->right, new);
	pthread_mutex_unlock(&tree_lock);
}

static void *filler(void *argument)
{
	for (int i = 0; i < 60; i++) {
		struct node *new = calloc(1, sizeof *new);
		if (!new)
			abort();
		new->key = i * 37 % 61;
		insert(&root, new);
	}
	return argument;
}

static int is_empty(void)
{
	pthread_mutex_lock(&tree_lock);
	int empty = root == NULL; // NORACE
	pthread_mutex_unlock(&tree_lock);
	return empty;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t one, two;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&tree_lock, &attributes);
	pthread_create(&one, NULL, filler, NULL);
	pthread_create(&two, NULL, filler, NULL);
	printf("empty: %d\n", is_empty());
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
