/* Keys and values in a table of fixed size, all of it under store.lock. */
#include "depot.h"

#include <pthread.h>

#define SLOTS 8

struct settings settings;

static struct {
	pthread_mutex_t lock;
	struct entry {
		bool used;
		int key, value, last;
	} slot[SLOTS];
	int count, clock;
} store = { .lock = PTHREAD_MUTEX_INITIALIZER };

void store_put(int key, int value)
{
	struct entry *e = &store.slot[(unsigned)key % SLOTS];

	pthread_mutex_lock(&store.lock);
	store.count += !e->used;
	*e = (struct entry){ true, key, value, ++store.clock };
	journal_write(key, value);
	pthread_mutex_unlock(&store.lock);
}

bool store_get(int key, int *value)
{
	struct entry *e = &store.slot[(unsigned)key % SLOTS];
	bool found;

	pthread_mutex_lock(&store.lock);
	found = e->used && e->key == key;
	if (found) {
		*value = e->value;
		e->last = ++store.clock;
	}
	pthread_mutex_unlock(&store.lock);
	return found;
}

void store_sweep(void)
{
	pthread_mutex_lock(&store.lock);
	for (int i = 0; i < SLOTS; i++)
		if (store.slot[i].used && store.slot[i].last + settings.oldest < store.clock) {
			store.slot[i].used = false;
			store.count--;
		}
	pthread_mutex_unlock(&store.lock);
}

int store_count(void)
{
	int count;

	pthread_mutex_lock(&store.lock); // DEADLOCK 1
	count = store.count;
	pthread_mutex_unlock(&store.lock);
	return count;
}
