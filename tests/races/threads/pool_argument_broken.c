/* As pool_argument.c, but an item is used when it is back in the pool, or as it was found there without being taken out; and one
 * that the pool has got is used as the last one of a list of the worker's own. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int behind, found, noted;
};

struct pool {
	pthread_mutex_t lock;
	struct item *first;
};

struct notes {
	struct item *last;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, NULL };

static struct item *get(struct pool *p)
{
	struct item *i;

	pthread_mutex_lock(&p->lock);
	i = p->first;
	if (i)
		p->first = i->next;
	pthread_mutex_unlock(&p->lock);
	return i;
}

static void put(struct pool *p, struct item *i)
{
	pthread_mutex_lock(&p->lock);
	i->next = p->first;
	p->first = i;
	pthread_mutex_unlock(&p->lock);
}

static void *behind(void *argument)
{
	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument);

		if (!i)
			continue;
		put(argument, i);
		i->behind++; // RACE 1
	}
	return NULL;
}

static void *found(void *argument)
{
	struct pool *p = argument;

	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument), *other;

		if (!i)
			continue;
		pthread_mutex_lock(&p->lock);
		other = p->first;
		pthread_mutex_unlock(&p->lock);
		if (other)
			other->found++; // RACE 2
		put(argument, i);
	}
	return NULL;
}

/* The notes are the worker's own, the items in them are not: not those of earlier rounds. */
static void note(struct pool *p, struct notes *n)
{
	for (int k = 0; k < 20; k++) {
		struct item *i = calloc(1, sizeof *i);

		if (!i)
			abort();
		if (n->last)
			n->last->noted++; // RACE 3
		n->last = i;
		put(p, i);
	}
}

static void *noting(void *argument)
{
	struct notes n = { NULL };

	note(argument, &n);
	return NULL;
}

static void *looking(void *argument)
{
	struct pool *p = argument;

	pthread_mutex_lock(&p->lock);
	for (struct item *i = p->first; i; i = i->next)
		i->noted++; // RACE 3
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

int main(void)
{
	void *(*const start[])(void *) = { noting, looking, behind, behind, found, found };
	pthread_t thread[6];

	for (int k = 0; k < 6; k++)
		pthread_create(&thread[k], NULL, start[k], &pool);
	for (int k = 0; k < 6; k++)
		pthread_join(thread[k], NULL);
	return 0;
}
