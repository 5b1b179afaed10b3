/* A mutex that is thread-local keeps nobody out, but the one that is taken around it does. */
#include <pthread.h>

static _Thread_local pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *argument)
{
	pthread_mutex_lock(&all);
	pthread_mutex_lock(&own);
	total++; // NORACE
	pthread_mutex_unlock(&own);
	pthread_mutex_unlock(&all);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
