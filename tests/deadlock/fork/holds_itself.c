/* Who forks has the lock meanwhile: no other thread has it, and both parent and child let it go. */
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
	pid_t child;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	child = fork();
	pthread_mutex_unlock(&m);
	if (!child) {
		pthread_mutex_lock(&m); // NODEADLOCK
		n--;
		pthread_mutex_unlock(&m);
		_exit(0);
	}
	pthread_join(t, NULL);
	return 0;
}
