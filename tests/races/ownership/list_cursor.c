/* As list_cursor_broken.c, with the lock of the node that is counted in. */
#include <pthread.h>

struct node { pthread_mutex_t lock; int n; struct node *next; };
static struct node tail = { PTHREAD_MUTEX_INITIALIZER, 0, NULL };
static struct node head = { PTHREAD_MUTEX_INITIALIZER, 0, &tail };
static _Thread_local struct node *cursor;

static void step(void)
{
	cursor = cursor->next;
}

static void *walker(void *argument)
{
	cursor = &head;
	step();
	pthread_mutex_lock(&cursor->lock);
	cursor->n++; // NORACE
	pthread_mutex_unlock(&cursor->lock);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, walker, NULL);
	pthread_mutex_lock(&tail.lock);
	tail.n++; // NORACE
	pthread_mutex_unlock(&tail.lock);
	pthread_join(t, NULL);
	return 0;
}
