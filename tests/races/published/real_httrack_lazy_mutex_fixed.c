/* HTTrack, pull request 321, fixed as there: each makes one of its own, and the first one that is exchanged for nothing stays. (Its first question is a
 * plain one there.) */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef _Atomic(pthread_mutex_t *) lazy_mutex;

static lazy_mutex ping_mutex;
static int pings;

static pthread_mutex_t *lazy_lock(lazy_mutex *m)
{
	pthread_mutex_t *known = atomic_load(m);

	if (known == NULL) {
		pthread_mutex_t *fresh = malloc(sizeof *fresh);

		if (!fresh)
			abort();
		pthread_mutex_init(fresh, NULL);
		if (atomic_compare_exchange_strong(m, &known, fresh)) {
			known = fresh;
		} else {
			pthread_mutex_destroy(fresh);
			free(fresh);
		}
	}
	pthread_mutex_lock(known);
	return known;
}

void ping(void)
{
	pthread_mutex_t *held = lazy_lock(&ping_mutex);

	pings++; // NORACE reported: that the lock is the one that was published first is not known
	pthread_mutex_unlock(held);
}
