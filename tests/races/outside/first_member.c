/* A record begins with another one, and the functions of the inner one are handed the outer one. */
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
	b->refs++; // RACE 1
	pthread_mutex_unlock(&b->lock);
}

int derived_is_last(struct derived *d)
{
	return d->base.refs == 1 && !d->extra; // RACE 1
}
