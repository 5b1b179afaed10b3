/* A library without main: who calls it, and from how many threads, is the callers' business. The record has a lock, and one of
 * its functions takes it: so records are meant to be shared, and the getter that takes no lock races with the setter. */
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int level;
};

void dev_set(struct dev *d, int level)
{
	pthread_mutex_lock(&d->lock);
	d->level = level; // RACE 1
	pthread_mutex_unlock(&d->lock);
}

int dev_get(struct dev *d)
{
	return d->level; // RACE 1
}
