/* As goto_unlocks_early.c, but one error path joins behind the unlock and counts there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char name[16];
	int value;
};

static struct {
	pthread_mutex_t lock;
	struct entry *list;
	int entries, errors;
} registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct entry *find(const char *name)
{
	struct entry *e;

	for (e = registry.list; e; e = e->next)
		if (strcmp(e->name, name) == 0)
			break;
	return e;
}

static int define(const char *name, int value)
{
	struct entry *e;
	int status = -1;

	pthread_mutex_lock(&registry.lock);
	if (find(name))
		goto duplicate;
	e = malloc(sizeof *e);
	if (!e)
		goto out;
	snprintf(e->name, sizeof e->name, "%s", name);
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
	char name[16];

	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof name, "v%d", i);
		define(name, i);
	}
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
