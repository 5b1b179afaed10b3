/* A look-up is a read, and takes the lock as a reader; the hits that it counts are atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct entry {
	int key, value;
	atomic_ulong hits;
};

static struct {
	pthread_rwlock_t lock;
	struct entry entries[4];
} cache = { PTHREAD_RWLOCK_INITIALIZER, { { 1, 10, 0 }, { 2, 20, 0 }, { 3, 30, 0 }, { 4, 40, 0 } } };

static int look_up(int key)
{
	int value = -1;

	pthread_rwlock_rdlock(&cache.lock);
	for (int i = 0; i < 4; i++) {
		if (cache.entries[i].key == key) {
			atomic_fetch_add_explicit(&cache.entries[i].hits, 1, memory_order_relaxed); // NORACE
			value = cache.entries[i].value; // NORACE
		}
	}
	pthread_rwlock_unlock(&cache.lock);
	return value;
}

static void *client(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 8; i++)
		sum += look_up(i % 4 + 1);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t clients[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&clients[i], NULL, client, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(clients[i], NULL);
	printf("%lu\n", (unsigned long)cache.entries[0].hits);
	return 0;
}
