/* A condition wait gives the lock back and takes it again: held before, held after. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, stop;

int take(void)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	ready = 0;
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

int take_until(const struct timespec *until)
{
	int ret = 0;

	pthread_mutex_lock(&m);
	while (!ready && ret == 0)
		ret = pthread_cond_timedwait(&c, &m, until);
	if (ret != 0)
		return -1; // LOCK-LEAK
	ready = 0;
	pthread_mutex_unlock(&m);
	return 0;
}

int take_or_stop(void)
{
	pthread_mutex_lock(&m);
	while (!ready) {
		if (stop) {
			pthread_mutex_unlock(&m);
			return -1; // NOLOCK-LEAK
		}
		pthread_cond_wait(&c, &m);
	}
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

void lock_after_wait(void)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	pthread_mutex_unlock(&m);
}
