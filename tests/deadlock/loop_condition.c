/* As loop_condition_mended.c, but one way out forgets the node. */
#include <pthread.h>
#include <stddef.h>

struct node {
	pthread_mutex_t lock;
	int key;
};

struct table {
	pthread_mutex_t lock;
	struct table *next;
	struct node node[4];
};

static struct table tables[2] = { { .lock = PTHREAD_MUTEX_INITIALIZER, .next = &tables[1] }, { .lock = PTHREAD_MUTEX_INITIALIZER } };

static struct node *lookup(struct table *t, int key)
{
	for (int i = 0; i < 4; i++)
		if (t->node[i].key == key) {
			struct node *n = &t->node[i];
			pthread_mutex_lock(&n->lock); // NODEADLOCK
			return n;
		}
	return NULL;
}

static int find(struct table *first, int key)
{
	struct node *found = lookup(first, key);
	int at = -1;

	for (struct table *t = first->next; t && !found; t = t->next) {
		pthread_mutex_lock(&t->lock); // NODEADLOCK
		found = lookup(t, key);
		pthread_mutex_unlock(&t->lock);
	}
	if (found) {
		at = found->key;
		if (at > 100)
			return -2; // LOCK-LEAK
		pthread_mutex_unlock(&found->lock);
	}
	return at;
}

static void *finder(void *argument)
{
	for (int i = 0; i < 10; i++)
		if (find(&tables[0], i) > 100)
			return NULL;
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&tables[i / 4].node[i % 4].lock, NULL);
	pthread_create(&t1, NULL, finder, NULL);
	pthread_create(&t2, NULL, finder, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
