/* As glib_publish.c, but one level is set behind the store, when readers have the table. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* of GLib: functions, and macros of the same names */
extern void g_atomic_pointer_set(volatile void *atomic, void *value);
extern void *g_atomic_pointer_get(const volatile void *atomic);

struct levels {
	int count;
	int *level;
};

static struct levels *current;

static struct levels *levels_new(int count)
{
	struct levels *l = malloc(sizeof *l);

	if (!l)
		abort();
	l->count = count;
	l->level = calloc((size_t)count, sizeof *l->level);
	if (!l->level)
		abort();
	return l;
}

static void levels_set(struct levels *l, int i, int level)
{
	l->level[i] = level; // RACE 1
}

static void publish(int level)
{
	struct levels *l = levels_new(4);

	levels_set(l, 0, level);
	g_atomic_pointer_set(&current, l);
	levels_set(l, 1, level);
}

static int look(int i)
{
	struct levels *l = g_atomic_pointer_get(&current);

	return l ? l->level[i] : 0; // RACE 1
}

static void *reader(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += look(i & 3);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, reader, NULL);
	for (int i = 0; i < 10; i++)
		publish(i);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
