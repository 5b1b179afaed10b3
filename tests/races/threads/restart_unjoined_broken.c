/* As restart_unjoined.c, but the old worker is not waited for: its handle is overwritten, and both count. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct service {
	pthread_t thread;
	atomic_int stop;
	int started;
	long rounds;
};

static struct service service;

static void *serve(void *argument)
{
	struct service *s = argument;

	while (!atomic_load(&s->stop))
		s->rounds++; // RACE 1
	return NULL;
}

static int service_start(struct service *s)
{
	atomic_store(&s->stop, 0);
	s->started = !pthread_create(&s->thread, NULL, serve, s);
	return s->started;
}

static void service_stop(struct service *s)
{
	atomic_store(&s->stop, 1);
	if (s->started)
		pthread_join(s->thread, NULL);
	s->started = 0;
}

static void service_restart(struct service *s)
{
	atomic_store(&s->stop, 1);
	service_start(s);
}

int main(void)
{
	if (!service_start(&service))
		return 1;
	for (int i = 0; i < 3; i++)
		service_restart(&service);
	service_stop(&service);
	printf("%ld\n", service.rounds);
	return 0;
}
