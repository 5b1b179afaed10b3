/* The lock, the join and the worker's need for the lock are each in a function of their own. */
#include <pthread.h>

struct service {
	pthread_mutex_t lock;
	pthread_t thread;
	int stop, ticks;
};

static struct service service = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int should_stop(struct service *s)
{
	int stop;

	pthread_mutex_lock(&s->lock);
	stop = s->stop; // NORACE
	s->ticks++; // NORACE
	pthread_mutex_unlock(&s->lock);
	return stop;
}

static void *tick(void *s)
{
	while (!should_stop(s))
		continue;
	return NULL;
}

static void wait_for(struct service *s)
{
	pthread_join(s->thread, NULL); // WAIT-HOLDING 1
}

static void service_stop(struct service *s)
{
	pthread_mutex_lock(&s->lock); // WAIT-HOLDING 1
	s->stop = 1; // NORACE
	wait_for(s);
	pthread_mutex_unlock(&s->lock);
}

int main(void)
{
	pthread_create(&service.thread, NULL, tick, &service);
	service_stop(&service);
	return 0;
}
