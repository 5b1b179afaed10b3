/* A library without a main: its thread waits for a flag that close() sets. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int closing;

static void *run(void *arg)
{
	pthread_mutex_lock(&m);
	while (!closing)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int lib_open(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, run, NULL);
}

void lib_close(void)
{
	pthread_mutex_lock(&m);
	closing = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
