/* Not to be checked is no lock: the race stays one. */
#include <pthread.h>

#include "annotations.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n GUARDED_BY(lock);

static void count(void) NO_THREAD_SAFETY_ANALYSIS;

static void count(void)
{
	n++; // RACE 1
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	n++; // RACE 1
	pthread_mutex_unlock(&lock);
	count();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
