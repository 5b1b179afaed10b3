// The worker signals with the lock held, and main destroys the condition without ever waiting under that lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n, calls;

static void *worker(void *arg)
{
	pthread_mutex_lock(&other);
	calls++;
	pthread_mutex_unlock(&other);
	pthread_mutex_lock(&m);
	n++;
	pthread_cond_signal(&c); // RACE 1
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&other);
	calls++;
	pthread_mutex_unlock(&other);
	pthread_cond_destroy(&c); // RACE 1
	pthread_join(t, NULL);
	return 0;
}
