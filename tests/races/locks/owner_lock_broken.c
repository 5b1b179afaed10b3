/* As owner_lock.c, but a session is given to another pool before it is used, and keeps the lock of the first one. */
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

static struct pool spare = { .lock = PTHREAD_MUTEX_INITIALIZER };

typedef void work(struct session *);

static void add(struct session *s)
{
	pthread_mutex_lock(s->lock);
	s->pool->used++; // RACE 1
	pthread_mutex_unlock(s->lock);
}

static void drop(struct session *s)
{
	pthread_mutex_lock(&s->pool->lock);
	s->pool->used--; // RACE 1
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

static void session_move(struct session *s, struct pool *to)
{
	s->pool = to;
}

static void each(struct session *s, work *w)
{
	w(s);
}

static void *run(void *pool)
{
	struct session *s = session_new(pool);

	session_move(s, &spare);
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
