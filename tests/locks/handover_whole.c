/* With a main, all callers are there: what a result might mean is not guessed, they show it. */
#include <pthread.h>

struct zone {
	pthread_mutex_t lock;
	int n;
};

struct view {
	pthread_mutex_t lock;
	int n;
};

struct peer {
	pthread_mutex_t lock;
	int n;
};

/* 0: no, 1: yes. Nobody gives the lock back behind it. */
static int zone_add(struct zone *z, int n)
{
	pthread_mutex_lock(&z->lock);
	if (n > z->n)
		return 0; // LOCK-LEAK
	z->n += n;
	pthread_mutex_unlock(&z->lock);
	return 1;
}

static int zone_add_two(struct zone *z)
{
	return zone_add(z, 1) + zone_add(z, 2);
}

/* The same, and the caller does. */
static int view_get(struct view *v, int n)
{
	pthread_mutex_lock(&v->lock);
	if (n > v->n)
		return 0; // NOLOCK-LEAK
	v->n += n;
	pthread_mutex_unlock(&v->lock);
	return 1;
}

static void view_use(struct view *v)
{
	if (!view_get(v, 3)) {
		v->n++;
		pthread_mutex_unlock(&v->lock); // NOUNLOCK-UNHELD
	}
}

/* The same, and the caller has it done. */
static int peer_get(struct peer *p, int n)
{
	pthread_mutex_lock(&p->lock);
	if (n > p->n)
		return 0; // NOLOCK-LEAK
	p->n += n;
	pthread_mutex_unlock(&p->lock);
	return 1;
}

static void peer_done(struct peer *p, int twice)
{
	p->n++;
	pthread_mutex_unlock(&p->lock);
	if (twice) {
		pthread_mutex_lock(&p->lock);
		p->n++;
		pthread_mutex_unlock(&p->lock);
	}
}

static void peer_use(struct peer *p)
{
	if (!peer_get(p, 3))
		peer_done(p, p->n);
}

int main(void)
{
	struct zone z = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct view v = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct peer p = { .lock = PTHREAD_MUTEX_INITIALIZER };

	view_use(&v);
	peer_use(&p);
	return zone_add_two(&z);
}
