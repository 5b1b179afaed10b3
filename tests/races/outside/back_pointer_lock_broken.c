/* As back_pointer.c, but the walk takes another lock of the list. */
#include <pthread.h>

struct list;

struct item {
	struct item *next;
	struct list *owner;
	int n;
};

struct list {
	pthread_mutex_t lock, other;
	struct item *head;
};

void list_add(struct list *l, struct item *it)
{
	pthread_mutex_lock(&l->lock);
	it->owner = l; // NORACE
	it->next = l->head; // RACE 2
	l->head = it; // RACE 3
	pthread_mutex_unlock(&l->lock);
}

void list_reset(struct list *l)
{
	pthread_mutex_lock(&l->other);
	for (struct item *it = l->head; it; it = it->next) // RACE 2; RACE 3
		it->n = 0; // RACE 1
	pthread_mutex_unlock(&l->other);
}

void item_set(struct item *it, int n)
{
	pthread_mutex_lock(&it->owner->lock); // NORACE
	it->n = n; // RACE 1
	pthread_mutex_unlock(&it->owner->lock);
}
