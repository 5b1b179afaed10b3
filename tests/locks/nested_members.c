/* The same lock by different ways through nested records. */
#include <pthread.h>

struct guard {
	int depth;
	pthread_mutex_t lock;
};

struct inner {
	long x;
	struct guard guard[2];
};

struct outer {
	char name[12];
	struct inner inner;
};

static struct outer global;

void by_pointer_to_inner(struct outer *o)
{
	struct inner *i = &o->inner;

	pthread_mutex_lock(&o->inner.guard[1].lock);
	pthread_mutex_lock(&i->guard[1].lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&i->guard[1].lock);
}

void neighbours(struct outer *o)
{
	struct guard *g = o->inner.guard;

	pthread_mutex_lock(&g[0].lock);
	pthread_mutex_lock(&g[1].lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&g[1].lock);
	pthread_mutex_unlock(&g[0].lock);
}

void by_arithmetic(struct outer *o)
{
	struct guard *g = o->inner.guard;

	pthread_mutex_lock(&g->lock);
	g++;
	pthread_mutex_lock(&g->lock); // NOSELF-DEADLOCK
	pthread_mutex_lock(&o->inner.guard[1].lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&g->lock);
}

void in_global(void)
{
	pthread_mutex_lock(&global.inner.guard[0].lock);
	pthread_mutex_lock(&global.inner.guard[0].lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&global.inner.guard[0].lock);
}
