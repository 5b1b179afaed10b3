/* A library without a main: the flag is set without the lock, and told with it. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int opened;

static void *run(void *arg)
{
	pthread_mutex_lock(&m);
	while (!atomic_load(&opened))
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int lib_start(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, run, NULL);
}

void lib_go(void)
{
	atomic_store(&opened, 1);
	pthread_mutex_lock(&m);
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}
