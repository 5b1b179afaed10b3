/* The test is made with the lock held. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int ready;

static void *waiter(void *arg)
{
	if (!ready) {
		pthread_mutex_lock(&m);
		while (!ready)
			pthread_cond_wait(&c, &m);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *signaller(void *arg)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, signaller, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
