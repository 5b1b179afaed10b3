/* It gives it back before it waits. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	n = 1;
	pthread_mutex_unlock(&m);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return n;
}
