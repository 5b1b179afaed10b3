/* A search returns what it has found, locked. Who calls it never gives the lock back. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	pthread_mutex_t lock;
	int key, uses;
	struct item *next;
};

static struct item *items;

static struct item *find(int key)
{
	for (struct item *i = items; i; i = i->next) {
		pthread_mutex_lock(&i->lock);
		if (i->key == key)
			return i; // LOCK-LEAK: no caller gives it back
		pthread_mutex_unlock(&i->lock);
	}
	return NULL;
}

static void use(int key)
{
	struct item *i = find(key);

	if (i)
		i->uses++;
}

int main(int argc, char **argv)
{
	(void)argv;
	items = calloc(1, sizeof *items);
	if (!items)
		return 1;
	pthread_mutex_init(&items->lock, NULL);
	use(argc);
	return 0;
}
