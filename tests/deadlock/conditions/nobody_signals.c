/* The flag is set, and nobody is told. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m); // DEADLOCK
	pthread_mutex_unlock(&m);
	return arg;
}

static void *setter(void *arg)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, setter, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
