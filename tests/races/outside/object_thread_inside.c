/* The thread and what it works on lie together in a record inside the object. */
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
		w->rounds++;
	return NULL;
}

struct service *service_new(void)
{
	struct service *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	pthread_mutex_init(&s->lock, NULL);
	if (pthread_create(&s->worker.thread, NULL, work, &s->worker) != 0) {
		free(s); // NORACE: there is no thread, since it could not be started
		return NULL;
	}
	return s;
}

int service_end(struct service *s)
{
	int rounds;

	s->worker.stop = 1;
	pthread_join(s->worker.thread, NULL);
	rounds = s->worker.rounds; // NORACE
	pthread_mutex_destroy(&s->lock);
	free(s); // NORACE
	return rounds;
}
