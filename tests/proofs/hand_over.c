/* A library: one slot, filled and emptied under a lock and a condition; what was taken out belongs to who has it. */
#include <pthread.h>
#include <stdlib.h>

struct slot {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int full, value, puts;
};

void slot_put(struct slot *s, int v)
{
	pthread_mutex_lock(&s->lock);
	while (s->full) // NORACE
		pthread_cond_wait(&s->changed, &s->lock);
	s->value = v; // NORACE
	s->full = 1; // NORACE
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	s->puts++; // RACE
}

int slot_get(struct slot *s)
{
	int v;

	pthread_mutex_lock(&s->lock);
	while (!s->full) // NORACE
		pthread_cond_wait(&s->changed, &s->lock);
	v = s->value; // NORACE
	s->full = 0; // NORACE
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return v;
}
