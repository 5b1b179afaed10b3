/* The lock is in the record that this one points to: both functions take it. */
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
	c->volume = v; // NORACE
	pthread_mutex_unlock(&c->dev->lock);
}

int channel_get(struct channel *c)
{
	int v;

	pthread_mutex_lock(&c->dev->lock);
	v = c->volume; // NORACE
	pthread_mutex_unlock(&c->dev->lock);
	return v;
}
