/* As object_thread_inside.c, but nobody waits for the thread before the object goes. */
#include <pthread.h>
#include <stdlib.h>

struct worker {
	_Atomic int stop;
	int rounds;
	pthread_t thread;
};

struct service {
	pthread_mutex_t lock;
	int users;
	struct worker worker;
};

static void *work(void *argument)
{
	struct worker *w = argument;

	while (!w->stop)
		w->rounds++; // RACE 1; RACE 2
	return NULL;
}

struct service *service_new(void)
{
	struct service *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	pthread_mutex_init(&s->lock, NULL);
	if (pthread_create(&s->worker.thread, NULL, work, &s->worker) != 0)
		return NULL;
	return s;
}

int service_end(struct service *s)
{
	int rounds;

	s->worker.stop = 1;
	rounds = s->worker.rounds; // RACE 1
	pthread_mutex_destroy(&s->lock);
	free(s); // RACE 2
	return rounds;
}
