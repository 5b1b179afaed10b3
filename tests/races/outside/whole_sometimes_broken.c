/* As whole_assigned.c, but on one way the record stays as it is: then it may be in use. */
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int n, m;
};

void dev_init(struct dev *d, int anew)
{
	if (anew)
		*d = (struct dev){ .lock = PTHREAD_MUTEX_INITIALIZER, .n = 1 }; // RACE 1; RACE 2
	d->m = 2; // RACE 1
}

void dev_set(struct dev *d, int n)
{
	pthread_mutex_lock(&d->lock);
	d->m = n; // RACE 1
	pthread_mutex_unlock(&d->lock);
}
