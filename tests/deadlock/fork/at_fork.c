/* Handlers of the fork take the lock around it: the child has it itself, and lets it go. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void before(void)
{
	pthread_mutex_lock(&m);
}

static void behind(void)
{
	pthread_mutex_unlock(&m);
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

	pthread_atfork(before, behind, behind);
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
