/* The lock is given back before. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t;
static int n;

static void bump(void)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

static void work(void)
{
	bump();
}

static void *worker(void *arg)
{
	work();
	return arg;
}

static void reap(void)
{
	pthread_join(t, NULL);
}

static void stop(void)
{
	reap();
}

int main(void)
{
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	stop();
	return 0;
}
