/* A zone that was found in a table is given back below the table's lock. The table keeps its own reference until it lets the zone go, which it does below the same
 * lock and not with the last one: so the reference that is given back is never the last, and nothing is shut down there. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct resolver {
	pthread_mutex_t lock;
	int cancelled;
};

struct zone {
	atomic_int references;
	struct resolver *resolver;
};

struct table {
	pthread_mutex_t lock;
	struct zone *zone;
	struct resolver *resolver;
	int found;
};

static struct zone *zone_create(struct resolver *r)
{
	struct zone *z = malloc(sizeof *z);

	if (!z)
		return NULL;
	atomic_init(&z->references, 1);
	z->resolver = r;
	return z;
}

static void zone_shutdown(struct zone *z)
{
	pthread_mutex_lock(&z->resolver->lock); // NODEADLOCK
	z->resolver->cancelled++; // NORACE
	pthread_mutex_unlock(&z->resolver->lock);
	free(z);
}

static void zone_detach(struct zone **at)
{
	struct zone *z = *at;

	*at = NULL;
	if (atomic_fetch_sub(&z->references, 1) == 1)
		zone_shutdown(z);
}

static void zone_attach(struct zone *z, struct zone **at)
{
	atomic_fetch_add(&z->references, 1);
	*at = z;
}

static void look(struct table *t)
{
	struct zone *z;

	pthread_mutex_lock(&t->lock);
	zone_attach(t->zone, &z);
	t->found++; // NORACE
	zone_detach(&z);
	pthread_mutex_unlock(&t->lock);
}

/* The resolver first, then the table. */
static void prime(struct table *t)
{
	pthread_mutex_lock(&t->resolver->lock);
	pthread_mutex_lock(&t->lock); // NODEADLOCK
	t->found = 0; // NORACE
	pthread_mutex_unlock(&t->lock);
	pthread_mutex_unlock(&t->resolver->lock);
}

static void *looker(void *table)
{
	look(table);
	return NULL;
}

static void *primer(void *table)
{
	prime(table);
	return NULL;
}

static struct table *table_create(void)
{
	struct table *t = calloc(1, sizeof *t);
	struct resolver *r = calloc(1, sizeof *r);

	if (!t || !r)
		exit(1);
	pthread_mutex_init(&t->lock, NULL);
	pthread_mutex_init(&r->lock, NULL);
	t->resolver = r;
	t->zone = zone_create(r);
	return t;
}

int main(void)
{
	struct table *t = table_create();
	pthread_t t1, t2;

	if (!t->zone)
		return 1;
	pthread_create(&t1, NULL, looker, t);
	pthread_create(&t2, NULL, primer, t);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
