/* A walk by the address of the pointer, under the lock of the list. */
#include <pthread.h>

struct item {
	struct item *next;
	int n;
};

struct list {
	pthread_mutex_t lock;
	struct item *head;
};

void list_remove(struct list *l, int n)
{
	pthread_mutex_lock(&l->lock);
	for (struct item **at = &l->head; *at; at = &(*at)->next) // NORACE
		if ((*at)->n == n) { // NORACE
			*at = (*at)->next; // NORACE reported: head or next is not told apart; NORACE reported; NORACE reported
			break;
		}
	pthread_mutex_unlock(&l->lock);
}

int list_first(struct list *l)
{
	int n;

	pthread_mutex_lock(&l->lock);
	n = l->head ? l->head->n : 0; // NORACE
	pthread_mutex_unlock(&l->lock);
	return n;
}
