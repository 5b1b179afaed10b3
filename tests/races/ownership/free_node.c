/* A cache of heap entries: the entry is looked up under the lock, but read behind the unlock, when another thread may have taken
 * it out and freed it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int key, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;

static void add(int key, int value)
{
	struct entry *e = malloc(sizeof *e);

	if (!e)
		return;
	e->key = key;
	e->value = value;
	pthread_mutex_lock(&lock);
	e->next = entries;
	entries = e;
	pthread_mutex_unlock(&lock);
}

static void evict(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	e = entries;
	if (e)
		entries = e->next;
	pthread_mutex_unlock(&lock);
	free(e); // RACE 1
}

static int get(int key)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	for (e = entries; e && e->key != key; e = e->next)
		;
	pthread_mutex_unlock(&lock);
	return e ? e->value : -1; // RACE 1
}

static void *client(void *argument)
{
	int found = 0;

	for (int i = 0; i < 8; i++)
		found += get(i) >= 0;
	printf("%d\n", found);
	return argument;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 8; i++)
		add(i, i * i);
	pthread_create(&thread, NULL, client, NULL);
	for (int i = 0; i < 8; i++)
		evict();
	pthread_join(thread, NULL);
	return 0;
}
