/* As helper.c, with the lock around both ways. */
#include <pthread.h>

struct cache {
	pthread_mutex_t lock;
	int entries;
};

static void grow(struct cache *c, int by)
{
	c->entries += by; // NORACE
}

static void grow_some(struct cache *c)
{
	grow(c, 8);
}

void cache_add(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	grow(c, 1);
	pthread_mutex_unlock(&c->lock);
}

void cache_reserve(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	grow_some(c);
	pthread_mutex_unlock(&c->lock);
}
