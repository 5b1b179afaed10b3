/* The lock is in the record that leads to this one; two getters do without. */
// FLAGS: --confidence possible
#include <pthread.h>

struct part {
	int level, limit;
};

struct dev {
	pthread_mutex_t lock;
	struct part *part;
};

void dev_set(struct dev *d, int v)
{
	pthread_mutex_lock(&d->lock);
	d->part->level = v; // RACE 1
	pthread_mutex_unlock(&d->lock);
}

int part_get(struct part *p)
{
	return p->level; // RACE 1
}

int dev_get(struct dev *d)
{
	return d->part->level; // RACE 1
}
