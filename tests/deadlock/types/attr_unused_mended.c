/* With them. */
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

static void setup(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
}

int main(void)
{
	pthread_t t1, t2;

	setup();
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
