/* As pool_or_new.c, but the new one is in the pool already when the two ways meet; or is used by another name when it is; or is
 * kept by the worker from one round to the next, in a variable or in a record of its own. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int early, made, last, boxed;
};

struct pool {
	pthread_mutex_t lock;
	struct item *first;
};

struct box {
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

static struct item *make(void)
{
	struct item *i = calloc(1, sizeof *i);

	if (!i)
		abort();
	return i;
}

static void *early(void *argument)
{
	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument);

		if (!i) {
			i = make();
			put(argument, i);
		}
		i->early++; // RACE 1
	}
	return NULL;
}

static void *by_name(void *argument)
{
	for (int k = 0; k < 20; k++) {
		struct item *made = make(), *i = NULL;

		put(argument, made);
		if (k % 2)
			i = get(argument);
		if (!i)
			i = made;
		made->made++; // RACE 2
	}
	return NULL;
}

static void *keeping(void *argument)
{
	struct item *last = NULL;

	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument);

		if (!i)
			i = make();
		if (last)
			last->last++; // RACE 3
		last = i;
		put(argument, i);
	}
	return NULL;
}

static void *boxing(void *argument)
{
	struct box box = { NULL };

	for (int k = 0; k < 20; k++) {
		struct item *i = get(argument);

		if (!i) {
			i = make();
			box.last = i;
		}
		put(argument, i);
		if (box.last)
			box.last->boxed++; // RACE 4
	}
	return NULL;
}

static void *looking(void *argument)
{
	struct pool *p = argument;
	int sum = 0;

	pthread_mutex_lock(&p->lock);
	for (struct item *i = p->first; i; i = i->next)
		sum += i->made + // RACE 2
		       i->boxed; // RACE 4
	pthread_mutex_unlock(&p->lock);
	return sum ? argument : NULL;
}

static void *(*const start[])(void *) = { early, by_name, keeping, boxing, looking };

int main(void)
{
	pthread_t thread[10];

	for (int k = 0; k < 10; k++)
		pthread_create(&thread[k], NULL, start[k / 2], &pool);
	for (int k = 0; k < 10; k++)
		pthread_join(thread[k], NULL);
	return 0;
}
