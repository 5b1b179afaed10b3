/* As goto_unlocks_early.c, but one error path joins behind the unlock and counts there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int key, value;
};

static struct {
	pthread_mutex_t lock;
	struct entry *list;
	int entries, errors;
} registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct entry *find(int key)
{
	struct entry *e;

	for (e = registry.list; e; e = e->next)
		if (e->key == key)
			break;
	return e;
}

static int define(int key, int value)
{
	struct entry *e;
	int status = -1;

	pthread_mutex_lock(&registry.lock);
	if (find(key))
		goto duplicate;
	e = malloc(sizeof *e);
	if (!e)
		goto out;
	e->key = key;
	e->value = value;
	e->next = registry.list;
	registry.list = e;
	registry.entries++; // NORACE
	status = 0;
	goto out;
duplicate:
	pthread_mutex_unlock(&registry.lock);
	registry.errors++; // RACE 1
	return status;
out:
	pthread_mutex_unlock(&registry.lock);
	return status;
}

static void *definer(void *argument)
{
	for (int i = 0; i < 100; i++)
		define(i, i * i);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, definer, NULL);
	pthread_create(&two, NULL, definer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d, %d errors\n", registry.entries, registry.errors);
	return 0;
}
