/* As hash_bucket_lock.c, but to forget a key the bucket is locked that the key, not its hash, would name. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 8

struct item {
	struct item *next;
	unsigned key;
	int uses;
};

static struct bucket {
	pthread_mutex_t lock;
	struct item *items;
} table[BUCKETS];

static unsigned hash(unsigned key)
{
	return (key * 2654435761u) >> 16;
}

static void use(unsigned key)
{
	struct bucket *b = &table[hash(key) % BUCKETS];

	pthread_mutex_lock(&b->lock);
	for (struct item *it = b->items; it; it = it->next)
		if (it->key == key)
			it->uses++; // RACE 1
	pthread_mutex_unlock(&b->lock);
}

static void forget(unsigned key)
{
	struct bucket *b = &table[hash(key) % BUCKETS];
	pthread_mutex_t *lock = &table[key % BUCKETS].lock;

	pthread_mutex_lock(lock);
	for (struct item *it = b->items; it; it = it->next)
		if (it->key == key)
			it->uses = 0; // RACE 1
	pthread_mutex_unlock(lock);
}

static void *worker(void *argument)
{
	for (unsigned i = 0; i < 1000; i++) {
		use(i % 20);
		forget((i * 3) % 20);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&table[i].lock, NULL);
	for (unsigned key = 0; key < 20; key++) {
		struct bucket *b = &table[hash(key) % BUCKETS];
		struct item *it = calloc(1, sizeof *it);

		if (!it)
			abort();
		it->key = key;
		it->next = b->items;
		b->items = it;
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("done");
	return 0;
}
