/* The fork comes before there are threads: nobody has a lock then. */
#include <pthread.h>
#include <unistd.h>

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

	if (!fork()) {
		pthread_mutex_lock(&m); // NODEADLOCK
		n--;
		pthread_mutex_unlock(&m);
		_exit(0);
	}
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
