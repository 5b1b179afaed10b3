/* HTTrack, pull request 321: a mutex is made the first time that somebody locks it; two who come first make one each, and one of them holds what nobody
 * else will ever ask for. */
#include <pthread.h>
#include <stdlib.h>

typedef pthread_mutex_t *lazy_mutex;

static lazy_mutex ping_mutex;
static int pings;

static void lazy_lock(lazy_mutex *m)
{
	if (*m == NULL) { // RACE 1
		pthread_mutex_t *fresh = malloc(sizeof *fresh);

		if (!fresh)
			abort();
		pthread_mutex_init(fresh, NULL);
		*m = fresh; // RACE 1
	}
	pthread_mutex_lock(*m); // RACE 1
}

void ping(void)
{
	lazy_lock(&ping_mutex);
	pings++; // RACE 2
	pthread_mutex_unlock(ping_mutex); // RACE 1
}
