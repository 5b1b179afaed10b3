/* As lock_thread_local.c, without the mutex that both have: each thread locks its own. */
#include <pthread.h>

static _Thread_local pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *argument)
{
	pthread_mutex_lock(&own);
	total++; // RACE 1
	pthread_mutex_unlock(&own);
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
