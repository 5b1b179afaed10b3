/* Of a library, a function that requires a lock is one that others call with the lock held: nothing to tell, and what it does meets
 * what is done under the lock elsewhere. The one that says nothing and takes nothing races with it. */
#include <pthread.h>

#include "annotations.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, seen;

void stat_add(int n) REQUIRES(lock);

void stat_add(int n)
{
	total += n; // NORACE
	seen++;     // RACE 1
}

int stat_total(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = total; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}

int stat_seen(void)
{
	return seen; // RACE 1
}
