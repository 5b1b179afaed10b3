/* A handler makes the lock anew in each child, which has none of the threads that might have held the old one. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void in_child(void)
{
	pthread_mutex_init(&m, NULL);
}

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

	pthread_atfork(NULL, NULL, in_child);
	pthread_create(&t, NULL, worker, NULL);
	if (!fork()) {
		pthread_mutex_lock(&m); // NODEADLOCK
		n--;
		pthread_mutex_unlock(&m);
		_exit(0);
	}
	pthread_join(t, NULL);
	return 0;
}
