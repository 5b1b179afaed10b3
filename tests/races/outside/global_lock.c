/* One lock for all records of the library. */
#include <pthread.h>

struct peer {
	int port, up;
};

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

void peer_up(struct peer *p)
{
	pthread_mutex_lock(&all);
	p->up = 1; // RACE 1
	pthread_mutex_unlock(&all);
}

int peer_is_up(const struct peer *p)
{
	return p->up; // RACE 1
}
