/* Conditions of an own kind behind functions. */
#include <pthread.h>
#include <stdlib.h>

struct event {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int set;
};

static struct event *opened;

static struct event *event_new(void)
{
	struct event *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->cond, NULL);
	return e;
}

static void event_set(struct event *e, int value)
{
	pthread_mutex_lock(&e->lock);
	e->set = value;
	pthread_cond_broadcast(&e->cond);
	pthread_mutex_unlock(&e->lock);
}

static void event_wait(struct event *e)
{
	pthread_mutex_lock(&e->lock);
	while (!e->set)
		pthread_cond_wait(&e->cond, &e->lock);
	pthread_mutex_unlock(&e->lock);
}

static void *waits(void *arg)
{
	event_wait(opened);
	return arg;
}

int main(void)
{
	pthread_t t;

	opened = event_new();
	pthread_create(&t, NULL, waits, NULL);
	event_set(opened, 1);
	pthread_join(t, NULL);
	return 0;
}
