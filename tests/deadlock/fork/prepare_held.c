/* A thread forks with the lock that the preparation of a fork takes. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void prepare(void)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
}

static void release(void)
{
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	jobs++;
	if (!fork())
		_exit(jobs);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_atfork(prepare, release, release);
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	jobs++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
