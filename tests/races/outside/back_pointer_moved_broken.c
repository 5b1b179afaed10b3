/* As back_pointer.c, with a function that moves an item: who asks for its owner without a lock may see either. */
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
	it->owner = l; // RACE 1
	it->next = l->head; // NORACE
	l->head = it; // NORACE
	pthread_mutex_unlock(&l->lock);
}

void list_reset(struct list *l)
{
	pthread_mutex_lock(&l->lock);
	for (struct item *it = l->head; it; it = it->next) // NORACE
		it->n = 0; // NORACE
	pthread_mutex_unlock(&l->lock);
}

void item_set(struct item *it, int n)
{
	pthread_mutex_lock(&it->owner->lock); // RACE 1
	it->n = n; // NORACE
	pthread_mutex_unlock(&it->owner->lock);
}

void item_move(struct item *it, struct list *to)
{
	struct list *from = it->owner; // RACE 1

	pthread_mutex_lock(&from->lock);
	from->head = it->next; // NORACE
	pthread_mutex_unlock(&from->lock);
	pthread_mutex_lock(&to->lock);
	it->owner = to; // RACE 1
	it->next = to->head; // NORACE
	to->head = it; // NORACE
	pthread_mutex_unlock(&to->lock);
}
