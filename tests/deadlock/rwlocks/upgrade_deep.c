/* A reader calls, four calls down, what writes under the same lock. */
#include <pthread.h>
#include <stdlib.h>

struct cache {
	pthread_rwlock_t lock;
	int entry[8], used;
};

static struct cache *cache;

static void insert(struct cache *c, int key)
{
	pthread_rwlock_wrlock(&c->lock); // SELF-DEADLOCK
	c->entry[c->used++ & 7] = key;
	pthread_rwlock_unlock(&c->lock);
}

static void load(struct cache *c, int key)
{
	insert(c, key * 2);
}

static void miss(struct cache *c, int key)
{
	load(c, key);
}

static int find(struct cache *c, int key)
{
	int found = 0;

	pthread_rwlock_rdlock(&c->lock);
	for (int i = 0; i < 8; i++)
		found |= c->entry[i] == key;
	if (!found)
		miss(c, key);
	pthread_rwlock_unlock(&c->lock);
	return found;
}

static void *worker(void *arg)
{
	find(cache, 3);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	cache = calloc(1, sizeof *cache);
	if (!cache)
		return 1;
	pthread_rwlock_init(&cache->lock, NULL);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
