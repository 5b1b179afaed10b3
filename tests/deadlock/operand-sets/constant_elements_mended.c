/* Elements of one order only; 2 is another lock than 0. */
#include <pthread.h>

static pthread_mutex_t m[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void *first(void *arg)
{
	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[1]);
	pthread_mutex_unlock(&m[1]);
	pthread_mutex_unlock(&m[0]);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&m[1]);
	pthread_mutex_lock(&m[2]);
	pthread_mutex_unlock(&m[2]);
	pthread_mutex_unlock(&m[1]);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
