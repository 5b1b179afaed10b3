/* A service is taken out of the registry, and stopped when that is unlocked. */
#include <pthread.h>

struct service {
	void (*stop)(struct service *);
	pthread_t thread;
};

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static int names;

static void *serve(void *arg)
{
	pthread_mutex_lock(&registry);
	names++;
	pthread_mutex_unlock(&registry);
	return arg;
}

static void stop_thread(struct service *s)
{
	pthread_join(s->thread, NULL);
}

static void stop_nothing(struct service *s)
{
	(void)s;
}

static struct service threaded = { .stop = stop_thread }, plain = { .stop = stop_nothing };

static void unregister(struct service *s)
{
	pthread_mutex_lock(&registry);
	names--;
	pthread_mutex_unlock(&registry);
	s->stop(s);
}

int main(void)
{
	pthread_create(&threaded.thread, NULL, serve, NULL);
	unregister(&plain);
	unregister(&threaded);
	return 0;
}
