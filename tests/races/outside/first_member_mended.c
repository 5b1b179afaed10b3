/* As first_member.c, with the lock of the inner one. */
#include <pthread.h>

struct base {
	pthread_mutex_t lock;
	int refs;
};

struct derived {
	struct base base;
	int extra;
};

void base_get(struct base *b)
{
	pthread_mutex_lock(&b->lock);
	b->refs++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

int derived_is_last(struct derived *d)
{
	int last;

	pthread_mutex_lock(&d->base.lock);
	last = d->base.refs == 1; // NORACE
	pthread_mutex_unlock(&d->base.lock);
	return last;
}
