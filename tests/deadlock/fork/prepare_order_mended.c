/* What prepares for a fork takes the locks in the order of all others. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void prepare(void)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
}

static void release(void)
{
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_atfork(prepare, release, release);
	pthread_create(&t, NULL, worker, NULL);
	if (!fork())
		_exit(0);
	pthread_join(t, NULL);
	return 0;
}
