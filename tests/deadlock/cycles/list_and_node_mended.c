/* The list's lock is always the outer one. No main. */
#include <pthread.h>

struct node {
	struct node *next;
	pthread_mutex_t lock;
	int hits;
};

struct list {
	pthread_mutex_t lock;
	struct node *first;
};

int list_hits(struct list *l)
{
	int sum = 0;

	pthread_mutex_lock(&l->lock);
	for (struct node *x = l->first; x; x = x->next) {
		pthread_mutex_lock(&x->lock);
		sum += x->hits;
		pthread_mutex_unlock(&x->lock);
	}
	pthread_mutex_unlock(&l->lock);
	return sum;
}

void node_unlink(struct list *l, struct node *x)
{
	pthread_mutex_lock(&l->lock);
	pthread_mutex_lock(&x->lock);
	if (l->first == x)
		l->first = x->next;
	x->hits = 0;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&l->lock);
}
