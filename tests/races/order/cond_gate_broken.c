/* As cond_gate.c, but main corrects the configuration when the gate is already open. */
#include <pthread.h>
#include <stdio.h>

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	int open;
};

static struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static struct {
	int workers, verbose;
} config;

static void gate_open(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->open = 1; // NORACE
	pthread_cond_broadcast(&g->opened);
	pthread_mutex_unlock(&g->lock);
}

static void gate_pass(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	while (!g->open) // NORACE
		pthread_cond_wait(&g->opened, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

static void *worker(void *argument)
{
	gate_pass(&gate);
	if (config.verbose) // RACE 1
		printf("one of %d\n", config.workers); // NORACE
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, worker, NULL);
	config.workers = 3; // NORACE
	gate_open(&gate);
	config.verbose = 1; // RACE 1
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
