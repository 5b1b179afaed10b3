/* A cache of strings with a fixed number of slots.
 *
 * evict() once released the lock to write the old entry out. It no longer does, but cache_put still takes the lock again after
 * it: the first time the cache is full, the thread waits for itself. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 256

struct entry {
	char *key, *value;
	unsigned used;
};

struct cache {
	pthread_mutex_t lock;
	struct entry slot[SLOTS];
	unsigned clock;
};

static struct entry *find(struct cache *cache, const char *key)
{
	for (int i = 0; i < SLOTS; i++)
		if (cache->slot[i].key && !strcmp(cache->slot[i].key, key))
			return &cache->slot[i];
	return NULL;
}

static struct entry *find_free(struct cache *cache)
{
	for (int i = 0; i < SLOTS; i++)
		if (!cache->slot[i].key)
			return &cache->slot[i];
	return NULL;
}

static void evict(struct cache *cache)
{
	struct entry *oldest = &cache->slot[0];

	for (int i = 1; i < SLOTS; i++)
		if (cache->slot[i].used < oldest->used)
			oldest = &cache->slot[i];
	free(oldest->key); // NORACE reported: the caller holds the lock
	free(oldest->value);
	memset(oldest, 0, sizeof *oldest); // NORACE
}

int cache_put(struct cache *cache, const char *key, const char *value)
{
	struct entry *entry;
	char *copy = strdup(value);

	if (!copy)
		return -1;
	pthread_mutex_lock(&cache->lock);
	entry = find(cache, key);
	while (!entry && !(entry = find_free(cache))) {
		evict(cache);
		pthread_mutex_lock(&cache->lock); // SELF-DEADLOCK: evict no longer releases it
	}
	if (!entry->key)
		entry->key = strdup(key); // NORACE
	free(entry->value); // NORACE reported: as in evict
	entry->value = copy; // NORACE
	entry->used = ++cache->clock;
	pthread_mutex_unlock(&cache->lock);
	return 0;
}

char *cache_get(struct cache *cache, const char *key)
{
	struct entry *entry;
	char *copy = NULL;

	pthread_mutex_lock(&cache->lock);
	entry = find(cache, key);
	if (entry) {
		entry->used = ++cache->clock; // NORACE
		copy = strdup(entry->value);
	}
	pthread_mutex_unlock(&cache->lock);
	return copy;
}
