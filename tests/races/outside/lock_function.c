/* The library offers functions that lock and unlock a record, and takes the lock by them itself. */
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
	l->length++; // RACE 1
	list_unlock(l);
}

int list_is_empty(const struct list *l)
{
	return !l->length; // RACE 1
}
