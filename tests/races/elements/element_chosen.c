/* An element of a table is looked for, by a loop or by a function, and changed under the lock of its table. Which element it is nobody knows, but
 * whose. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SLOTS 8

struct slot {
	int key, uses, last;
	char name[16];
};

struct table {
	pthread_mutex_t lock;
	struct slot slot[SLOTS];
};

static struct table names = { .lock = PTHREAD_MUTEX_INITIALIZER }, hosts = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct slot *find(struct table *t, int key)
{
	for (int i = 0; i < SLOTS; i++)
		if (t->slot[i].key == key)
			return &t->slot[i];
	return NULL;
}

static struct slot *oldest(struct table *t)
{
	struct slot *best = &t->slot[0];

	for (int i = 1; i < SLOTS; i++)
		if (t->slot[i].last < best->last)
			best = &t->slot[i];
	return best;
}

static void use(struct table *t, int key)
{
	struct slot *s;

	pthread_mutex_lock(&t->lock);
	s = find(t, key);
	if (!s) {
		s = oldest(t);
		memset(s, 0, sizeof *s); // NORACE
		s->key = key; // NORACE
	}
	s->uses++; // NORACE
	s->last = s->uses + key; // NORACE
	pthread_mutex_unlock(&t->lock);
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		use(&names, i % 11);
		use(&hosts, i % 7);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", names.slot[0].uses + hosts.slot[0].uses);
	return 0;
}
