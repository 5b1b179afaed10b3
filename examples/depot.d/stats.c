/* How often somebody asked. The counter belongs to stats.lock. */
#include "depot.h"

#include <pthread.h>
#include <stdio.h>

static struct {
	pthread_mutex_t lock;
	long lookups;
} stats = { .lock = PTHREAD_MUTEX_INITIALIZER };

void stats_count(void)
{
	pthread_mutex_lock(&stats.lock);
	stats.lookups++; // RACE 1
	pthread_mutex_unlock(&stats.lock);
}

/* Called by main while the workers work. */
void stats_print(void)
{
	printf("%ld lookups\n", stats.lookups); // RACE 1: without the lock
}
