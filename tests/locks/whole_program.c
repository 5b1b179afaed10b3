/* A program with a main: what its pointers can reach, and who can give a lock back, is all there to be seen. */
#include <pthread.h>
#include <stddef.h>

struct stats {
	pthread_mutex_t lock;
	int hits, misses;
};

struct conn {
	struct stats *stats;
	pthread_mutex_t lock;
	int fd;
	int (*on_close)(struct conn *);
	void (*on_error)(struct conn *, int);
};

static pthread_mutex_t items[8];
static pthread_mutex_t config = PTHREAD_MUTEX_INITIALIZER, list = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int close_it(struct conn *c)
{
	c->fd = -1;
	return 0;
}

/* Gives back a lock that its caller has taken. */
static void give_up(struct conn *c, int error)
{
	c->fd = error;
	pthread_mutex_unlock(&c->lock);
}

static pthread_mutex_t *try_item(int i)
{
	return pthread_mutex_trylock(&items[i]) == 0 ? &items[i] : NULL;
}

static void done_item(void *m)
{
	n++;
	pthread_mutex_unlock(m);
}

static void use_item(int i)
{
	pthread_mutex_t *m = try_item(i);

	if (m)
		done_item(m);
}

/* Nothing that on_close can be touches a lock. */
int through_pointer(struct conn *c)
{
	pthread_mutex_lock(&config);
	if (c->on_close(c))
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&config);
	return 0;
}

/* What on_error can be unlocks it. */
int through_other_pointer(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->fd < 0) {
		c->on_error(c, 5);
		return -1; // NOLOCK-LEAK
	}
	pthread_mutex_unlock(&c->lock);
	return 0;
}

/* use_item() unlocks through a pointer, but nobody has a pointer to this one. */
int pointer_to_another(struct conn *c)
{
	pthread_mutex_lock(&config);
	use_item(c->fd);
	if (c->fd < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&config);
	return 0;
}

/* It may be this one. */
int pointer_to_this(struct conn *c)
{
	pthread_mutex_lock(&items[3]);
	done_item(&items[c->fd]);
	if (c->fd == 3)
		return -1; // NOLOCK-LEAK
	pthread_mutex_unlock(&items[3]);
	return 0;
}

/* There is no second path to compare with, and nobody else who could give it back. */
void never(struct conn *c)
{
	pthread_mutex_lock(&config);
	c->fd++;
	pthread_mutex_unlock(&config);
	pthread_mutex_lock(&list);
	n++;
} // LOCK-LEAK

/* The same, but all that it does with locks is to take one: it could be a lock function. */
void never_and_nothing_else(struct conn *c)
{
	pthread_mutex_lock(&list);
	c->fd++;
} // LOCK-LEAK missed: it could be a lock function

void hit(struct conn *c)
{
	pthread_mutex_lock(&c->stats->lock);
	c->stats->hits++;
	pthread_mutex_unlock(&c->stats->lock);
}

/* Each path loads the address anew. */
void count(struct conn *c, int what)
{
	switch (what & c->fd) {
	case 0:
		pthread_mutex_lock(&c->stats->lock);
		c->stats->hits++;
		pthread_mutex_unlock(&c->stats->lock);
		break;
	case 1:
		pthread_mutex_lock(&c->stats->lock);
		c->stats->misses++;
		break; // LOCK-LEAK
	}
}

int main(void)
{
	struct stats s = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct conn c = { .stats = &s, .lock = PTHREAD_MUTEX_INITIALIZER, .on_close = close_it, .on_error = give_up };

	pthread_mutex_lock(&list);
	if (n > 1)
		return 1; // NOLOCK-LEAK
	pthread_mutex_unlock(&list);
	never(&c);
	never_and_nothing_else(&c); // SELF-DEADLOCK: never() has kept it
	hit(&c);
	count(&c, n);
	return through_pointer(&c) + through_other_pointer(&c) + pointer_to_another(&c) + pointer_to_this(&c);
}
