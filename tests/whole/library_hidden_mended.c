// FLAGS: -- -fvisibility=hidden
// STATS: threaded == 1
// The twin of library_hidden.c, with a lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits;

void count_hit(void)
{
	pthread_mutex_lock(&lock);
	hits++; // NORACE
	pthread_mutex_unlock(&lock);
}

long count_hits(void)
{
	long n;

	pthread_mutex_lock(&lock);
	n = hits; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}
