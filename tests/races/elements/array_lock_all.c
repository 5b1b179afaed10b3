/* Each shard has a lock. Who adds takes the one of its shard; who wants to see all shards as they are at one time takes all locks: from the first
 * to the last, in a loop here, or by a function that gets the table. */
#include <pthread.h>
#include <stdio.h>

enum { SHARDS = 8 };

struct shard {
	pthread_mutex_t lock;
	long used;
};

struct table {
	int made;
	struct shard shard[SHARDS];
};

static struct shard shards[SHARDS];
static struct table table;
static long changes; // with the lock of any shard by who holds all of them, and only so

static void add(unsigned key)
{
	struct shard *s = &shards[key % SHARDS];

	pthread_mutex_lock(&s->lock);
	s->used++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

static long sum(void)
{
	long n = 0;

	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_lock(&shards[i].lock);
	for (int i = 0; i < SHARDS; i++)
		n += shards[i].used; // NORACE
	changes++; // NORACE
	for (int i = SHARDS - 1; i >= 0; i--)
		pthread_mutex_unlock(&shards[i].lock);
	return n;
}

static void *adder(void *argument)
{
	for (unsigned i = 0; i < 1000; i++)
		add(i);
	return argument;
}

static void *counter(void *argument)
{
	printf("%ld\n", sum());
	return argument;
}

/* ---- the same of a table ---- */

static void lock_all(struct table *t)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_lock(&t->shard[i].lock);
}

static void unlock_all(struct table *t)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_unlock(&t->shard[i].lock);
}

static void *clearer(void *argument)
{
	lock_all(&table);
	for (int i = 0; i < SHARDS; i++)
		table.shard[i].used = 0; // NORACE
	table.made++; // NORACE
	unlock_all(&table);
	return argument;
}

static void *user(void *argument)
{
	unsigned key = (unsigned)(unsigned long)argument % SHARDS;

	pthread_mutex_lock(&table.shard[key].lock);
	table.shard[key].used++; // NORACE
	printf("%d\n", table.made); // NORACE
	pthread_mutex_unlock(&table.shard[key].lock);
	return argument;
}

int main(void)
{
	void *(*const start[])(void *) = { adder, adder, counter, counter, clearer, clearer, user, user };
	pthread_t t[8];

	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_init(&shards[i].lock, NULL);
		pthread_mutex_init(&table.shard[i].lock, NULL);
	}
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, start[i], NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
