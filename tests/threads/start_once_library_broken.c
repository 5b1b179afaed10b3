/* As start_once_library.c, but the flag is one of the caller's object: there are as many threads as objects. */
#include <pthread.h>
#include <stddef.h>

struct pool {
	pthread_mutex_t lock;
	int started, jobs;
};

static int rounds;

static void *work(void *argument)
{
	struct pool *p = argument;

	for (;;) {
		pthread_mutex_lock(&p->lock);
		p->jobs = 0;
		pthread_mutex_unlock(&p->lock);
		rounds++; // RACE 1
	}
	return NULL;
}

void submit(struct pool *p)
{
	pthread_t thread;

	pthread_mutex_lock(&p->lock);
	if (!p->started) {
		p->started = 1;
		pthread_create(&thread, NULL, work, p);
	}
	p->jobs++;
	pthread_mutex_unlock(&p->lock);
}
