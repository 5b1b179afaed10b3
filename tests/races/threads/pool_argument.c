/* A pool that each worker gets as its argument: what was given back in an earlier round is in the pool, but who takes something out
 * of it under its lock has it for itself, again and again. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int used;
};

struct pool {
	pthread_mutex_t lock;
	struct item *first;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, NULL };

static struct item *get(struct pool *p)
{
	struct item *i;

	pthread_mutex_lock(&p->lock);
	i = p->first; // NORACE
	if (i)
		p->first = i->next; // NORACE
	pthread_mutex_unlock(&p->lock);
	return i;
}

static void put(struct pool *p, struct item *i)
{
	pthread_mutex_lock(&p->lock);
	i->next = p->first; // NORACE
	p->first = i; // NORACE
	pthread_mutex_unlock(&p->lock);
}

static void *worker(void *argument)
{
	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument);

		if (!i)
			continue;
		i->used++; // NORACE
		put(argument, i);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int k = 0; k < 3; k++) {
		struct item *i = calloc(1, sizeof *i);

		if (!i)
			abort();
		put(&pool, i);
	}
	pthread_create(&one, NULL, worker, &pool);
	pthread_create(&two, NULL, worker, &pool);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
