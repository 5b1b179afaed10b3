/* Each bucket has its lock, but the number of all entries is one: two threads in two buckets count at the same time. */
#include <pthread.h>
#include <stdio.h>

#define BUCKETS 4

struct table {
	struct {
		pthread_mutex_t lock;
		int used;
	} bucket[BUCKETS];
	int entries;
};

static struct table table;

static void table_init(struct table *t)
{
	for (int i = 0; i < BUCKETS; i++) {
		pthread_mutex_init(&t->bucket[i].lock, NULL);
		t->bucket[i].used = 0;
	}
	t->entries = 0;
}

static void put(struct table *t, unsigned key)
{
	unsigned i = key % BUCKETS;

	pthread_mutex_lock(&t->bucket[i].lock);
	t->bucket[i].used++; // NORACE
	t->entries++; // RACE 1
	pthread_mutex_unlock(&t->bucket[i].lock);
}

static void *producer(void *argument)
{
	for (unsigned key = 0; key < 1000; key++)
		put(&table, key);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	table_init(&table);
	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, producer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", table.entries);
	return 0;
}
