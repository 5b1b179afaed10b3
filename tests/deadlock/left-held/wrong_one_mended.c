/* The right one. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&a);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&a);
	pthread_join(t, NULL);
	return 0;
}
