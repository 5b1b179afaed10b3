/* A lock that checks says at once that the thread has it already, also where the call would wait for a while only. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int known, late;

static void *work(void *a)
{
	known = 1; // RACE 1
	late = 1; // NORACE 2 reported: the lock says that it is the thread's own
	return a;
}

int main(void)
{
	struct timespec soon = { 0, 0 };
	pthread_t t;
	int r;

	pthread_create(&t, 0, work, 0);
	pthread_mutex_lock(&m);
	r = pthread_mutex_timedlock(&m, &soon);
	if (r == EDEADLK)
		known = 2; // RACE 1
	if (r == ETIMEDOUT)
		late = 2; // NORACE 2 reported: the lock says that it is the thread's own
	if (!r)
		pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
