/* As lock_function.c, with the lock. */
#include <pthread.h>

struct list {
	pthread_mutex_t lock;
	int length;
};

void list_lock(struct list *l)
{
	pthread_mutex_lock(&l->lock);
}

void list_unlock(struct list *l)
{
	pthread_mutex_unlock(&l->lock);
}

void list_add(struct list *l)
{
	list_lock(l);
	l->length++; // NORACE
	list_unlock(l);
}

int list_is_empty(struct list *l)
{
	int empty;

	list_lock(l);
	empty = !l->length; // NORACE
	list_unlock(l);
	return empty;
}
