/* A lookup returns its node locked, or nothing; the function that is handed the node leaves the lock alone. */
#include <pthread.h>
#include <stdlib.h>
struct node { pthread_mutex_t lock; int key, v; struct node *next; };
static struct node *head;
static struct node *lookup(int key)
{
	struct node *n;
	for (n = head; n; n = n->next) {
		pthread_mutex_lock(&n->lock);
		if (n->key == key)
			return n;
		pthread_mutex_unlock(&n->lock);
	}
	return 0;
}
static void set(struct node *n, int v)
{

	n->v = v;
}
void touch(int key)
{
	struct node *n = lookup(key);
	if (!n)
		return;
	set(n, 4);
	pthread_mutex_unlock(&n->lock);
}
int main(int argc, char **argv)
{
	struct node *n = calloc(1, sizeof *n);
	pthread_mutex_init(&n->lock, 0);
	head = n;
	touch(argc);
	return 0;
}
