/* As global_lock.c, with the lock. */
#include <pthread.h>

struct peer {
	int port, up;
};

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

void peer_up(struct peer *p)
{
	pthread_mutex_lock(&all);
	p->up = 1; // NORACE
	pthread_mutex_unlock(&all);
}

int peer_is_up(const struct peer *p)
{
	int up;

	pthread_mutex_lock(&all);
	up = p->up; // NORACE
	pthread_mutex_unlock(&all);
	return up;
}
