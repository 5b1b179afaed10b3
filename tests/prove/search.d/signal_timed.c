// search: deadlock @timed : not within
// search: --replay 1 race @set @get : found: confirmed
/* A wait with a limit of time ends by itself: nobody waits there for ever. A wait without one may also end without a signal, so
 * that what comes behind it, if nothing is asked again, may come at any time: that is a race, though it is no way out of a
 * deadlock. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void *timed(void *argument)
{
	struct timespec end = { 1, 0 };

	pthread_mutex_lock(&m);
	pthread_cond_timedwait(&c, &m, &end); // @timed
	pthread_mutex_unlock(&m);
	return argument;
}

static void *untimed(void *argument)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	x = 1; // @set
	return argument;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, timed, NULL);
	pthread_create(&u, NULL, untimed, NULL);
	x = 2; // @get
	pthread_mutex_lock(&m);
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
