/* One of them tells first. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ca = PTHREAD_COND_INITIALIZER, cb = PTHREAD_COND_INITIALIZER;
static int a, b;

static void *first(void *arg)
{
	pthread_mutex_lock(&m);
	while (!a)
		pthread_cond_wait(&ca, &m);
	b = 1;
	pthread_cond_signal(&cb);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&m);
	a = 1;
	pthread_cond_signal(&ca);
	while (!b)
		pthread_cond_wait(&cb, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
