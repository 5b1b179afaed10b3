/* What hangs below a record from outside: the lock is in the outer one, the count in the inner one. */
#include <pthread.h>

struct stats {
	long sent;
};

struct link {
	pthread_mutex_t lock;
	struct stats *stats;
};

void link_send(struct link *l)
{
	pthread_mutex_lock(&l->lock);
	l->stats->sent++; // RACE 1
	pthread_mutex_unlock(&l->lock);
}

long link_sent(const struct link *l)
{
	return l->stats->sent; // RACE 1
}
