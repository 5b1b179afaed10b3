/* Entries of a table: the thread that drops idle entries holds the table's lock, the one that uses an entry holds the entry's.
 * Each has a lock, and they have none in common. */
#include <pthread.h>
#include <stdio.h>

struct entry {
	pthread_mutex_t lock;
	int users;
	long idle_since;
};

struct table {
	pthread_mutex_t lock;
	struct entry entries[4];
	int dropped;
};

static struct table table;

static void use(struct entry *e, long now)
{
	pthread_mutex_lock(&e->lock);
	e->users++;
	e->idle_since = now; // RACE 1
	pthread_mutex_unlock(&e->lock);
}

static void drop_idle(struct table *t, long now)
{
	pthread_mutex_lock(&t->lock);
	for (int i = 0; i < 4; i++)
		if (t->entries[i].idle_since + 60 < now) // RACE 1
			t->dropped++;
	pthread_mutex_unlock(&t->lock);
}

static void *client(void *argument)
{
	struct table *t = argument;

	for (int i = 0; i < 8; i++)
		use(&t->entries[i % 4], i);
	return NULL;
}

static void *janitor(void *argument)
{
	for (int i = 0; i < 8; i++)
		drop_idle(argument, 50 * i);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_mutex_init(&table.lock, NULL);
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&table.entries[i].lock, NULL);
	pthread_create(&first, NULL, client, &table);
	pthread_create(&second, NULL, janitor, &table);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", table.dropped, table.entries[0].users);
	return 0;
}
