/* As getter.c, with the lock in the getter: two calls about one record hold the lock of that record. */
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int level;
};

void dev_set(struct dev *d, int level)
{
	pthread_mutex_lock(&d->lock);
	d->level = level; // NORACE
	pthread_mutex_unlock(&d->lock);
}

int dev_get(struct dev *d)
{
	int level;

	pthread_mutex_lock(&d->lock);
	level = d->level; // NORACE
	pthread_mutex_unlock(&d->lock);
	return level;
}
