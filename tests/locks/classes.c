/* A callee that locks another member does not disturb what is known of this one. */
#include <pthread.h>

struct stats {
	pthread_mutex_t lock;
	long n;
};

struct conn {
	int fd;
	pthread_mutex_t lock;
};

static struct stats stats;

static void count(struct stats *s)
{
	pthread_mutex_lock(&s->lock);
	s->n++;
	pthread_mutex_unlock(&s->lock);
}

int other_class(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	count(&stats);
	if (c->fd < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&c->lock);
	return 0;
}

int same_class(struct stats *s)
{
	pthread_mutex_lock(&s->lock);
	count(&stats);
	if (s->n < 0)
		return -1; // LOCK-LEAK: count() gives back what it takes
	pthread_mutex_unlock(&s->lock);
	return 0;
}
