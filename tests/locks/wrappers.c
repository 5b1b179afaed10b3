/* Thin wrappers are seen through: of one lock, of a member, of an attempt, two deep. Thick ones make the lock unknown. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct conn {
	int state;
	pthread_mutex_t lock;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void conn_lock(struct conn *c)
{
	if (pthread_mutex_lock(&c->lock) != 0)
		abort();
}

static void conn_unlock(struct conn *c)
{
	pthread_mutex_unlock(&c->lock);
}

static bool conn_trylock(struct conn *c)
{
	return pthread_mutex_trylock(&c->lock) == 0;
}

static void lock_all(void)
{
	pthread_mutex_lock(&g);
}

static void lock_all_really(void)
{
	n++; // RACE
	lock_all();
}

static void maybe_unlock(struct conn *c)
{
	if (c->state > 3)
		pthread_mutex_unlock(&c->lock);
}

static int look(const struct conn *c)
{
	return c->state * 2;
}

void twice(struct conn *c)
{
	conn_lock(c);
	c->state++; // RACE 1
	conn_lock(c); // SELF-DEADLOCK
	conn_unlock(c);
}

void wrapper_and_plain(struct conn *c)
{
	conn_lock(c);
	pthread_mutex_lock(&c->lock); // SELF-DEADLOCK
	conn_unlock(c);
}

void wrapper_and_plain_right(struct conn *c)
{
	conn_lock(c); // EMPTY-SECTION
	pthread_mutex_unlock(&c->lock);
	conn_lock(c); // NOSELF-DEADLOCK
	conn_unlock(c);
}

void two_conns(struct conn *a, struct conn *b)
{
	conn_lock(a);
	conn_lock(b); // NOSELF-DEADLOCK
	conn_unlock(b);
	conn_unlock(a);
}

void two_deep(void)
{
	lock_all_really();
	pthread_mutex_lock(&g); // SELF-DEADLOCK
	pthread_mutex_unlock(&g);
}

void attempt(struct conn *c)
{
	if (conn_trylock(c)) {
		c->state++; // RACE 1
		conn_unlock(c); // NOUNLOCK-UNHELD
	}
}

void attempt_wrongly(struct conn *c)
{
	if (!conn_trylock(c)) {
		c->state++; // RACE 1
		conn_unlock(c); // UNLOCK-UNHELD
	}
}

int leak(struct conn *c)
{
	conn_lock(c);
	if (look(c) > 8)
		return -1; // LOCK-LEAK
	conn_unlock(c);
	return 0;
}

int thick(struct conn *c)
{
	conn_lock(c);
	maybe_unlock(c);
	if (c->state > 3) // RACE 1: the callee may have given the lock back
		return -1; // NOLOCK-LEAK
	conn_unlock(c); // NOUNLOCK-UNHELD
	return 0;
}
