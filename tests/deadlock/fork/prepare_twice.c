/* A thread forks with a lock that it may have twice: the preparation of the fork takes it once more. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m;
static int jobs;

static void prepare(void)
{
	pthread_mutex_lock(&m);
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
	pthread_mutexattr_t twice;

	pthread_mutexattr_init(&twice);
	pthread_mutexattr_settype(&twice, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &twice);
	pthread_atfork(prepare, release, release);
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	jobs++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
