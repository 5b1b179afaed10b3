/* A handler makes another lock anew in each child. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other;
static int n;

static void in_child(void)
{
	pthread_mutex_init(&other, NULL);
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
		pthread_mutex_lock(&m); // DEADLOCK
		n--;
		pthread_mutex_unlock(&m);
		_exit(0);
	}
	pthread_join(t, NULL);
	return 0;
}
