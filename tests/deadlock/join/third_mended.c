/* The third thread needs another lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *third(void *arg)
{
	pthread_mutex_lock(&other);
	n++;
	pthread_mutex_unlock(&other);
	return arg;
}

static void *second(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, third, NULL);
	pthread_join(t, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, second, NULL);
	pthread_mutex_lock(&m);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&other);
	pthread_mutex_unlock(&other);
	return 0;
}
