/* A session keeps the pool that it belongs to and, beside it, the address of the pool's lock; both are set together, where it is
 * made. Who locks by the one locks what the other means. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	long used;
	pthread_mutex_t lock;
};

struct session {
	pthread_mutex_t *lock;
	struct pool *pool;
};

typedef void work(struct session *);

static void add(struct session *s)
{
	pthread_mutex_lock(s->lock);
	s->pool->used++; // NORACE
	pthread_mutex_unlock(s->lock);
}

static void drop(struct session *s)
{
	pthread_mutex_lock(&s->pool->lock);
	s->pool->used--; // NORACE
	pthread_mutex_unlock(&s->pool->lock);
}

static struct session *session_new(struct pool *p)
{
	struct session *s = calloc(1, sizeof *s);

	if (!s)
		abort();
	s->pool = p;
	s->lock = &p->lock;
	return s;
}

static void each(struct session *s, work *w)
{
	w(s);
}

static void *run(void *pool)
{
	struct session *s = session_new(pool);

	each(s, add);
	each(s, drop);
	free(s);
	return NULL;
}

int main(void)
{
	struct pool *p = calloc(1, sizeof *p);
	pthread_t t[2];

	if (!p)
		return 1;
	pthread_mutex_init(&p->lock, NULL);
	pthread_create(&t[0], NULL, run, p);
	pthread_create(&t[1], NULL, run, p);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
