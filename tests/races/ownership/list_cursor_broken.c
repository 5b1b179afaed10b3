/* Each thread has a cursor of its own in one list; the lock that it holds is that of the node it comes from. */
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
	pthread_mutex_lock(&cursor->lock);
	step();
	cursor->n++; // RACE 1: under the head's lock
	pthread_mutex_unlock(&head.lock);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, walker, NULL);
	pthread_mutex_lock(&tail.lock);
	tail.n++; // RACE 1
	pthread_mutex_unlock(&tail.lock);
	pthread_join(t, NULL);
	return 0;
}
