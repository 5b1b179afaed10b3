/* The flag is set and the signal is sent without the lock: both may come between the test and the wait. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int done;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!done)
		pthread_cond_wait(&c, &m); // DEADLOCK
	pthread_mutex_unlock(&m);
	return arg;
}

static void *signaller(void *arg)
{
	done = 1;
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, signaller, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
