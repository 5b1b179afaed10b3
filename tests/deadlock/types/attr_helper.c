/* A helper sets the type in the attribute object that it is handed: it checks for errors, and the second level fails, ... */
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void set_type(pthread_mutexattr_t *attr, int type)
{
	pthread_mutexattr_init(attr);
	pthread_mutexattr_settype(attr, type);
}

static void make(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attr;

	set_type(&attr, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void inner(void)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	inner();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	make(&m);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
