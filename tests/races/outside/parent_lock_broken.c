/* As parent_lock.c, with a getter that does not ask for the lock. By itself it is no less likely than one of a lock in the record:
 * it is shown without --all. */
// FLAGS: --confidence possible
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int kind;
};

struct channel {
	struct dev *dev;
	int volume, gain;
};

void channel_set(struct channel *c, int v)
{
	pthread_mutex_lock(&c->dev->lock);
	c->volume = v; // RACE 1
	pthread_mutex_unlock(&c->dev->lock);
}

int channel_get(struct channel *c)
{
	return c->volume; // RACE 1
}
