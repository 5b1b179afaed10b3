/* A program with a main: its functions get what main hands them, and main has one thread. Nothing is from outside. */
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
	return d->level; // NORACE
}

int main(void)
{
	struct dev d = { PTHREAD_MUTEX_INITIALIZER, 0 };

	dev_set(&d, 1);
	return dev_get(&d);
}
