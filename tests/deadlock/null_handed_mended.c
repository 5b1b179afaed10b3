/* What keeps a lock from being taken below another one is that nobody hands null to what reads behind it at once: who makes a key while it holds an entry
 * has no pool, so it has a region, and pool_get() is not called. That null goes down through two functions that do not ask for it. */
#include <pthread.h>
#include <stdlib.h>

struct key {
	struct key *next;
	int id;
};

struct pool {
	struct key *first;
	int made;
};

struct region {
	struct key keys[8];
	int used;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER, entry_lock = PTHREAD_MUTEX_INITIALIZER;
static int cleared;

static struct key *pool_get(struct pool *pool)
{
	struct key *k = pool->first;

	if (k) {
		pool->first = k->next;
		return k;
	}
	pthread_mutex_lock(&table_lock); // NODEADLOCK
	cleared++; // NORACE
	pthread_mutex_unlock(&table_lock);
	pool->made++;
	return calloc(1, sizeof *k);
}

static struct key *region_get(struct region *region)
{
	return region->used < 8 ? &region->keys[region->used++] : NULL;
}

static struct key *key_make(struct pool *pool, struct region *region)
{
	if (region)
		return region_get(region);
	return pool_get(pool);
}

static struct key *key_number(struct pool *pool, struct region *region, int id)
{
	struct key *k = key_make(pool, region);

	if (k)
		k->id = id;
	return k;
}

/* Each thread has a region of its own. */
static void *answer(void *region)
{
	pthread_mutex_lock(&entry_lock);
	(void)key_number(NULL, region, 1);
	pthread_mutex_unlock(&entry_lock);
	return NULL;
}

static void *clear(void *unused)
{
	struct pool pool = { 0 };

	(void)key_number(&pool, NULL, 2);
	pthread_mutex_lock(&table_lock);
	pthread_mutex_lock(&entry_lock); // NODEADLOCK
	cleared++; // NORACE
	pthread_mutex_unlock(&entry_lock);
	pthread_mutex_unlock(&table_lock);
	return unused;
}

int main(void)
{
	static struct region one, two;
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, answer, &one);
	pthread_create(&t2, NULL, answer, &two);
	pthread_create(&t3, NULL, clear, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
