/* Functions that are entered with a lock, or whose lock has a second name. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct tty {
	pthread_mutex_t read_lock;
	int data, state;
};

static int more(struct tty *t)
{
	return t->data--; // RACE 1: with what advance() does without the lock
}

/* Called again and again with a cookie: the first call takes the lock, the last one gives it back. */
int read_some(struct tty *t, void **cookie)
{
	if (*cookie) { // NORACE: the caller's own
		if (more(t))
			return 1;
		pthread_mutex_unlock(&t->read_lock);
		*cookie = NULL; // NORACE
		return 1;
	}
	pthread_mutex_lock(&t->read_lock);
	if (t->data > 10) {
		*cookie = cookie; // NORACE
		return 1; // NOLOCK-LEAK
	}
	t->data = 0;
	pthread_mutex_unlock(&t->read_lock);
	return 1;
}

int read_all(struct tty *t)
{
	pthread_mutex_lock(&t->read_lock);
	if (t->data > 10)
		return 1; // LOCK-LEAK
	t->data = 0;
	pthread_mutex_unlock(&t->read_lock);
	return 1;
}

static pthread_mutex_t callbacks = PTHREAD_MUTEX_INITIALIZER;
static int pending;

static void end_of_period(struct tty *t)
{
	t->state = 0;
	pthread_mutex_unlock(&t->read_lock);
	pthread_mutex_lock(&callbacks);
	pending++;
	pthread_mutex_unlock(&callbacks);
}

/* There are three states, and in the third somebody else unlocks. */
void advance(struct tty *t)
{
	pthread_mutex_lock(&t->read_lock);
	if (t->state == 0) {
		pthread_mutex_unlock(&t->read_lock);
		return;
	}
	if (t->state == 1)
		t->state = 2;
	if (t->state == 2) {
		t->data = 0; // RACE 1
		end_of_period(t); /* unlocks */
		t->data++; // RACE 1
	}
} // NOLOCK-LEAK

struct pool {
	pthread_mutex_t lock;
	int n;
};

struct queue {
	struct pool *pool;
	struct queue *current;
};

struct pool *last_pool(void);

/* q->current->pool is `last`: the last unlock is of either. */
void queue_work(struct queue *q)
{
	struct pool *last = last_pool();

	if (last && last != q->pool) {
		pthread_mutex_lock(&last->lock);
		if (last->n > 0) {
			q = q->current;
		} else {
			pthread_mutex_unlock(&last->lock);
			pthread_mutex_lock(&q->pool->lock);
		}
	} else {
		pthread_mutex_lock(&q->pool->lock);
	}
	q->pool->n++; // NORACE reported: the lock that is held is q->pool's
	pthread_mutex_unlock(&q->pool->lock);
} // NOLOCK-LEAK

/* The same without the second name. */
int queue_badly(struct queue *q, int running)
{
	struct pool *last = last_pool();

	pthread_mutex_lock(&last->lock);
	if (running == 2)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&last->lock);
	pthread_mutex_lock(&q->pool->lock);
	q->pool->n++;
	pthread_mutex_unlock(&q->pool->lock);
	return 0;
}

/* Taken under one name, given back under another. */
void two_names(struct pool *a, struct pool *b)
{
	pthread_mutex_lock(&a->lock);
	pthread_mutex_unlock(&a->lock);
	pthread_mutex_lock(&b->lock);
	pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD: if a is b
}

struct dir {
	pthread_mutex_t lock;
	struct dir *parent;
};

static struct dir *lock_both(struct dir *a, struct dir *b)
{
	pthread_mutex_lock(&a->lock);
	pthread_mutex_lock(&b->lock);
	return a;
}

/* All ways out hold the lock of p; on one of them a callee has taken it again. */
struct dir *lock_child(struct dir *c, struct dir *p)
{
	if (c->parent == p) {
		pthread_mutex_lock(&p->lock);
		if (*(struct dir *volatile *)&c->parent == p)
			return NULL; // NOLOCK-LEAK
		pthread_mutex_unlock(&p->lock);
	}
	return lock_both(c->parent, p);
}
