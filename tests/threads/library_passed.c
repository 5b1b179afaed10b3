/* A library: two of its functions may be called at the same time for one object. One of them forgets the lock. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int limit, peak;
};

void account_set_limit(struct account *s, int limit)
{
	pthread_mutex_lock(&s->lock);
	s->limit = limit; // RACE 1
	if (s->peak > limit)
		s->peak = limit; // NORACE
	pthread_mutex_unlock(&s->lock);
}

int account_limit(const struct account *s)
{
	return s->limit; // RACE 1
}

int account_peak(struct account *s)
{
	int peak;

	pthread_mutex_lock(&s->lock);
	peak = s->peak; // NORACE
	pthread_mutex_unlock(&s->lock);
	return peak;
}
