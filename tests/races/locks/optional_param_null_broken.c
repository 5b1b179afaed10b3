/* The lock pointer goes through three functions; all shared callers pass it. */
#include <pthread.h>
#include <stdlib.h>
struct pool { pthread_mutex_t *lock; struct chunk *free; };
struct chunk { struct chunk *next; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pool *shared;
static void acquire(struct pool *p) { if (p->lock != NULL) pthread_mutex_lock(p->lock); }
static void release(struct pool *p) { if (p->lock != NULL) pthread_mutex_unlock(p->lock); }
static struct pool *pool_new(pthread_mutex_t *m)
{
	struct pool *p = malloc(sizeof *p);

	p->lock = m;
	p->free = NULL;
	return p;
}
static struct chunk *get(struct pool *p)
{
	struct chunk *c;

	acquire(p);
	c = p->free;
	if (c)
		p->free = c->next; // RACE 1; RACE 2
	release(p);
	return c ? c : malloc(64);
}
static void put(struct pool *p, struct chunk *c)
{
	acquire(p);
	c->next = p->free; // RACE 2
	p->free = c; // RACE 1
	release(p);
}
static void *worker(void *a)
{
	struct pool *own = pool_new(NULL);

	for (int i = 0; i < 100; i++) {
		put(own, get(own));
		put(shared, get(shared));
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	shared = pool_new(NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
