/* As condition.c, with the predicate changed under the lock. */
#include <pthread.h>

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	int open;
};

void gate_wait(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	while (!g->open) // NORACE
		pthread_cond_wait(&g->opened, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

void gate_open(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->open = 1; // NORACE
	pthread_cond_broadcast(&g->opened);
	pthread_mutex_unlock(&g->lock);
}
