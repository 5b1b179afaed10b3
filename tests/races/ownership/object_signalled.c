// The worker signals with the lock held; main has waited under that lock, so the signal is over when the condition is destroyed.
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
	pthread_cond_signal(&c); // NORACE
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
	pthread_mutex_lock(&m);
	while (!n)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_cond_destroy(&c); // NORACE
	pthread_join(t, NULL);
	return 0;
}
