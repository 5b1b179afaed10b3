/* A wait outside of the lock's section, and one who looks at the predicate without the lock. */
#include <pthread.h>

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	int open;
};

void gate_wait(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	while (!g->open) // RACE 1
		pthread_cond_wait(&g->opened, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

void gate_open(struct gate *g)
{
	g->open = 1; // RACE 1
	pthread_cond_broadcast(&g->opened);
}
