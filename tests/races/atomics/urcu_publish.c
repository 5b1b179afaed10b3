/* A table of levels is replaced by a function of the RCU library; it is filled before, while nobody else has it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* of liburcu, as programs see it that do not inline it */
extern void *rcu_xchg_pointer_sym(void **p, void *v);
extern void *rcu_dereference_sym(void *p);

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
	l->level[i] = level; // NORACE
}

static void publish(int level)
{
	struct levels *l = levels_new(4);

	levels_set(l, 0, level);
	rcu_xchg_pointer_sym((void **)&current, l);
}

static int look(int i)
{
	struct levels *l = rcu_dereference_sym(__atomic_load_n(&current, __ATOMIC_ACQUIRE));

	return l ? l->level[i] : 0; // NORACE
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
