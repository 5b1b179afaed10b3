/* A lock that is waited for with a time may not be had. */
// VERIFY: race
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;
	struct timespec until = { 0 };

	pthread_create(&t, NULL, other, NULL);
	int had = pthread_mutex_timedlock(&m, &until) == 0;
	n++;
	if (had)
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
