/* As join_in_stop.c, but the lock is given back before the join. */
#include <pthread.h>
#include <stdlib.h>

struct service {
	pthread_mutex_t lock;
	pthread_t thread;
	int running, handled;
};

static void note(struct service *s)
{
	pthread_mutex_lock(&s->lock);
	s->handled++;
	pthread_mutex_unlock(&s->lock);
}

static void handle(struct service *s)
{
	note(s);
}

static void *serve(void *arg)
{
	handle(arg);
	return NULL;
}

static void stop(struct service *s)
{
	pthread_mutex_lock(&s->lock);
	s->running = 0;
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->thread, NULL);
}

int main(void)
{
	struct service *s = calloc(1, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	s->running = 1;
	pthread_create(&s->thread, NULL, serve, s);
	stop(s);
	free(s);
	return 0;
}
