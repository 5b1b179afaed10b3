/* What hangs below an object is found by a list of all such things as well. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *next, *all;
	int hits;
};

struct cache {
	pthread_mutex_t lock;
	struct entry *first;
};

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *all;

void cache_add(struct cache *c)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		return;
	pthread_mutex_lock(&all_lock);
	e->all = all;
	all = e;
	pthread_mutex_unlock(&all_lock);
	pthread_mutex_lock(&c->lock);
	e->next = c->first; // NORACE reported: who ends the cache does so behind all other uses
	c->first = e;
	pthread_mutex_unlock(&c->lock);
}

int all_hits(void)
{
	int n = 0;

	pthread_mutex_lock(&all_lock);
	for (struct entry *e = all; e; e = e->all)
		n += e->hits; // RACE 1
	pthread_mutex_unlock(&all_lock);
	return n;
}

void cache_free(struct cache *c)
{
	while (c->first) {
		struct entry *e = c->first;

		c->first = e->next;
		free(e); // RACE 1: it is still in the list of all
	}
	pthread_mutex_destroy(&c->lock);
	free(c);
}
