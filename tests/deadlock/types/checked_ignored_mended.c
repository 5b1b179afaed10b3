/* One order of the two locks. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, b = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *first(void *arg)
{
	pthread_mutex_lock(&a);
	if (pthread_mutex_lock(&a) == EDEADLK)
		pthread_mutex_lock(&b);
	else
		return NULL;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
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
