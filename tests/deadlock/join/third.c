/* Main joins a thread with the lock held; that one joins a third thread, which needs it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *third(void *arg)
{
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *second(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, third, NULL);
	pthread_join(t, NULL); // WAIT-HOLDING 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, second, NULL);
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	pthread_join(t, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&other);
	pthread_mutex_unlock(&other);
	return 0;
}
