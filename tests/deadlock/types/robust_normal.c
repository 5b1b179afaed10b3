/* A thread dies with the lock; the lock is a normal one. */
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	return arg; // LOCK-LEAK
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	if (pthread_mutex_lock(&m) == EOWNERDEAD)
		pthread_mutex_consistent(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
