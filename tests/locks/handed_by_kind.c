/* Which of two locks is held is told by a number, -1 among them, which the function that unlocks is handed; and its broken twin, whose callers have no such
 * function. */
// FLAGS: --rule lock-leak
#include <pthread.h>

struct set {
	pthread_mutex_t all;
	pthread_mutex_t each[4];
	int busy, values[4];
};

static int lock_set(struct set *s, int i)
{
	if (i < 0) {
		pthread_mutex_lock(&s->all);
		s->busy++;
		return -1;
	}
	pthread_mutex_lock(&s->all);
	if (s->busy)
		return -1;
	pthread_mutex_lock(&s->each[i]);
	pthread_mutex_unlock(&s->all);
	return i;
}

static void unlock_set(struct set *s, int kind)
{
	if (kind == -1) {
		s->busy = 0;
		pthread_mutex_unlock(&s->all);
	} else {
		pthread_mutex_unlock(&s->each[kind]);
	}
}

int add_to_set(struct set *s, int i)
{
	int kind = lock_set(s, i), value;

	value = ++s->values[i < 0 ? 0 : i];
	unlock_set(s, kind);
	return value;
}

struct ring {
	pthread_mutex_t lock;
	int busy, value;
};

static int lock_ring(struct ring *r)
{
	pthread_mutex_lock(&r->lock);
	if (r->busy)
		return -1; // LOCK-LEAK: and nobody gives it back
	r->value++;
	pthread_mutex_unlock(&r->lock);
	return 0;
}

int turn_ring(struct ring *r)
{
	return lock_ring(r) < 0 ? 0 : 1;
}
