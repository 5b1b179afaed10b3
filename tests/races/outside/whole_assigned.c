/* Who overwrites the whole record, its lock included, has it for itself. */
#include <pthread.h>
#include <string.h>

struct dev {
	pthread_mutex_t lock;
	int n, m;
};

void dev_init(struct dev *d)
{
	*d = (struct dev){ .lock = PTHREAD_MUTEX_INITIALIZER, .n = 1 }; // NORACE
	d->m = 2; // NORACE
}

void dev_set(struct dev *d, int n)
{
	pthread_mutex_lock(&d->lock);
	d->n = n; // NORACE
	d->m = n; // NORACE
	pthread_mutex_unlock(&d->lock);
}
