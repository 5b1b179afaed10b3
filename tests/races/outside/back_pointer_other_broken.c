/* As back_pointer.c, but the item is put into another list than the one that it points back to. */
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

void list_lend(struct list *l, struct list *to, struct item *it)
{
	pthread_mutex_lock(&l->lock);
	it->owner = l; // RACE 4
	it->next = to->head; // RACE 2; RACE 3
	to->head = it; // RACE 3
	pthread_mutex_unlock(&l->lock);
}

void list_reset(struct list *l)
{
	pthread_mutex_lock(&l->lock);
	for (struct item *it = l->head; it; it = it->next) // RACE 2; RACE 3
		it->n = 0; // RACE 1
	pthread_mutex_unlock(&l->lock);
}

void item_set(struct item *it, int n)
{
	pthread_mutex_lock(&it->owner->lock); // RACE 4
	it->n = n; // RACE 1
	pthread_mutex_unlock(&it->owner->lock);
}
