/* One attribute object makes two locks; between them its type is set back. */
#include <pthread.h>

static pthread_mutex_t first, second;
static int n;

static void nested(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	pthread_mutex_lock(m); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(m);
	pthread_mutex_unlock(m);
}

static void *worker(void *arg)
{
	nested(&second);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&first, &attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&second, &attr);
	pthread_mutexattr_destroy(&attr);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
	pthread_mutex_unlock(&first);
	return 0;
}
