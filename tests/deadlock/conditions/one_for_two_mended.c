/* A broadcast. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int opened;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!opened)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *opener(void *arg)
{
	pthread_mutex_lock(&m);
	opened = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, waiter, NULL);
	pthread_create(&t3, NULL, opener, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
