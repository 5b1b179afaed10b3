/* Who ends an object frees what hangs below it; callers end it once, behind all other uses. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int hits;
};

struct cache {
	pthread_mutex_t lock;
	struct entry *first;
};

void cache_add(struct cache *c, int hits)
{
	struct entry *e = malloc(sizeof(*e));

	if (!e)
		return;
	e->hits = hits; // NORACE
	pthread_mutex_lock(&c->lock);
	e->next = c->first;
	c->first = e;
	pthread_mutex_unlock(&c->lock);
}

int cache_hits(struct cache *c)
{
	int n = 0;

	pthread_mutex_lock(&c->lock);
	for (struct entry *e = c->first; e; e = e->next)
		n += e->hits;
	pthread_mutex_unlock(&c->lock);
	return n;
}

void cache_free(struct cache *c)
{
	while (c->first) {
		struct entry *e = c->first;

		c->first = e->next;
		free(e); // NORACE
	}
	pthread_mutex_destroy(&c->lock);
	free(c); // NORACE
}
