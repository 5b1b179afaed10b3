/* As callback_object_mended.c, but all caches hold pages, so that no pointer is needed, and one is put below the lock of its pool. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	int pages;
};

struct cache {
	pthread_mutex_t lock;
	void *last;
};

static struct cache *make(void)
{
	struct cache *c = calloc(1, sizeof *c);

	pthread_mutex_init(&c->lock, NULL);
	return c;
}

static void drop_page(void *page)
{
	struct pool *p = page;

	pthread_mutex_lock(&p->lock); // DEADLOCK 1
	p->pages--; // NORACE
	pthread_mutex_unlock(&p->lock);
}

static void put(struct cache *c, void *what)
{
	pthread_mutex_lock(&c->lock); // DEADLOCK 1
	if (c->last) // NORACE
		drop_page(c->last);
	c->last = what; // NORACE
	pthread_mutex_unlock(&c->lock);
}

struct work {
	struct cache *pages;
	struct pool *pool;
};

static void *namer(void *argument)
{
	struct work *w = argument;

	pthread_mutex_lock(&w->pool->lock); // DEADLOCK 1
	put(w->pages, w->pool);
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

	w->pages = make();
	w->pool = calloc(1, sizeof *w->pool);
	pthread_mutex_init(&w->pool->lock, NULL);
	pthread_create(&t1, NULL, namer, w);
	pthread_create(&t2, NULL, pager, w);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
