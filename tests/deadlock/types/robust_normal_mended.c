/* It is a robust one: whoever comes next is told. */
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	if (pthread_mutex_lock(&m) == EOWNERDEAD)
		pthread_mutex_consistent(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
