/* As a part of a large program would be: services with a start and a stop each, in a table. All are started before one is stopped. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct service {
	const char *name;
	void *(*run)(void *);
	sem_t ready;
	pthread_t thread;
};

static void *run_cache(void *);
static void *run_store(void *);

static struct service cache = { .name = "cache", .run = run_cache }, store = { .name = "store", .run = run_store };

static void *run_cache(void *arg)
{
	sem_wait(&store.ready);
	return arg;
}

static void *run_store(void *arg)
{
	sem_post(&store.ready);
	return arg;
}

static void service_start(struct service *s)
{
	if (pthread_create(&s->thread, NULL, s->run, s) != 0)
		abort();
}

int main(void)
{
	sem_init(&store.ready, 0, 0);
	service_start(&cache);
	service_start(&store);
	pthread_join(cache.thread, NULL);
	pthread_join(store.thread, NULL);
	return 0;
}
