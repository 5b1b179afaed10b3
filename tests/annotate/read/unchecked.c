/* What a function does that is not to be checked breaks no declaration; a function beside it that does the same does. */
#include <pthread.h>

#include "annotations.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int n GUARDED_BY(lock), m GUARDED_BY(lock);

static void count(void) NO_THREAD_SAFETY_ANALYSIS;

static void count(void)
{
	n++; // NORACE
}

static void count_too(void)
{
	m++; // INCONSISTENT-LOCK: other is held, lock is declared
}

static void *work(void *arg)
{
	pthread_mutex_lock(&other);
	count();
	count_too();
	pthread_mutex_unlock(&other);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_mutex_lock(&lock);
	n = m = 1; // there is no other thread yet
	pthread_mutex_unlock(&lock);
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
