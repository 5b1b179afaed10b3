/* As mutex_wrapper_pointer.c, but the lookup has released the entry's lock before it returns. */
#include <pthread.h>
#include <stdio.h>

#define ENTRIES 4

struct entry {
	pthread_mutex_t lock;
	int key;
	int uses;
};

static struct entry table[ENTRIES];

static struct entry *entry_get(int key)
{
	for (int i = 0; i < ENTRIES; i++) {
		struct entry *e = &table[i];
		if (e->key != key)
			continue;
		pthread_mutex_lock(&e->lock);
		pthread_mutex_unlock(&e->lock);
		return e;
	}
	return NULL;
}

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		struct entry *e = entry_get(i % 5);
		if (!e)
			continue;
		e->uses++; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < ENTRIES; i++) {
		pthread_mutex_init(&table[i].lock, NULL);
		table[i].key = i;
	}
	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", table[0].uses);
	return 0;
}
