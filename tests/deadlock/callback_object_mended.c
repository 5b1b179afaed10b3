/* Two caches of one type: names are dropped without a lock, pages with that of their pool. A name is put below the lock of a pool, a page never is: which function drops
 * hangs on which cache it is. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	int pages;
};

struct cache {
	pthread_mutex_t lock;
	void (*drop)(void *);
	void *last;
};

static struct cache *make(void (*drop)(void *))
{
	struct cache *c = calloc(1, sizeof *c);

	pthread_mutex_init(&c->lock, NULL);
	c->drop = drop;
	return c;
}

static void drop_name(void *name)
{
	free(name);
}

static void drop_page(void *page)
{
	struct pool *p = page;

	pthread_mutex_lock(&p->lock); // NODEADLOCK
	p->pages--; // NORACE
	pthread_mutex_unlock(&p->lock);
}

static void put(struct cache *c, void *what)
{
	pthread_mutex_lock(&c->lock); // NODEADLOCK
	if (c->last) // NORACE
		c->drop(c->last);
	c->last = what; // NORACE
	pthread_mutex_unlock(&c->lock);
}

struct work {
	struct cache *names, *pages;
	struct pool *pool;
};

static void *namer(void *argument)
{
	struct work *w = argument;

	pthread_mutex_lock(&w->pool->lock); // NODEADLOCK
	put(w->names, malloc(8));
	pthread_mutex_unlock(&w->pool->lock);
	return NULL;
}

static void *pager(void *argument)
{
	struct work *w = argument;

	put(w->pages, w->pool);
	return NULL;
}

int main(void)
{
	struct work *w = calloc(1, sizeof *w);
	pthread_t t1, t2;

	w->names = make(drop_name);
	w->pages = make(drop_page);
	w->pool = calloc(1, sizeof *w->pool);
	pthread_mutex_init(&w->pool->lock, NULL);
	pthread_create(&t1, NULL, namer, w);
	pthread_create(&t2, NULL, pager, w);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
