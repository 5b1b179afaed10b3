/* The join stands three calls below the lock, the worker takes it two calls below its start. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t;
static int n;

static void bump(void)
{
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
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
	pthread_join(t, NULL); // WAIT-HOLDING 1
}

static void stop(void)
{
	reap();
}

int main(void)
{
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	stop();
	pthread_mutex_unlock(&m);
	return 0;
}
