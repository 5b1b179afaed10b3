/* As rwlock_lru.c, but the hit marks its entry under the read lock alone. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int key;
	unsigned used;
};

struct cache {
	pthread_rwlock_t lock;
	pthread_mutex_t mark_lock;
	struct entry *entries;
	unsigned clock;
};

static void touch(struct cache *c, struct entry *e)
{
	pthread_mutex_lock(&c->mark_lock);
	unsigned now = ++c->clock; // NORACE
	pthread_mutex_unlock(&c->mark_lock);
	e->used = now; // RACE 1
}

static int cache_has(struct cache *c, int key)
{
	int found = 0;

	pthread_rwlock_rdlock(&c->lock);
	for (struct entry *e = c->entries; e && !found; e = e->next)
		if (e->key == key) {
			touch(c, e);
			found = 1;
		}
	pthread_rwlock_unlock(&c->lock);
	return found;
}

static void cache_add(struct cache *c, int key)
{
	struct entry *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	e->key = key;
	pthread_rwlock_wrlock(&c->lock);
	e->next = c->entries; // NORACE
	c->entries = e; // NORACE
	pthread_rwlock_unlock(&c->lock);
}

static void *client(void *argument)
{
	for (int i = 0; i < 500; i++)
		if (!cache_has(argument, i % 10))
			cache_add(argument, i % 10);
	return NULL;
}

int main(void)
{
	struct cache *c = calloc(1, sizeof *c);
	pthread_rwlockattr_t attributes;
	pthread_t one, two;

	if (!c)
		abort();
	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	pthread_rwlock_init(&c->lock, &attributes);
	pthread_rwlockattr_destroy(&attributes);
	pthread_mutex_init(&c->mark_lock, NULL);
	pthread_create(&one, NULL, client, c);
	pthread_create(&two, NULL, client, c);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u\n", c->clock);
	return 0;
}
