/* A library that makes the records itself: what its constructor hands out comes back to the other functions. The constructor has
 * it for itself. */
#include <pthread.h>
#include <stdlib.h>

struct timer {
	pthread_mutex_t lock;
	long when, fired;
};

struct timer *timer_new(long when)
{
	struct timer *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	pthread_mutex_init(&t->lock, NULL);
	t->when = when; // NORACE
	return t;
}

void timer_set(struct timer *t, long when)
{
	pthread_mutex_lock(&t->lock);
	t->when = when; // RACE 1
	pthread_mutex_unlock(&t->lock);
}

long timer_left(struct timer *t, long now)
{
	return t->when - now; // RACE 1
}

void timer_free(struct timer *t)
{
	pthread_mutex_destroy(&t->lock);
	t->when = 0; // NORACE: who ends it has it for itself
	free(t);
}
