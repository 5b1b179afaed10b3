/* As in shared_beside.d, but the unit is compiled twice, once for a shared object: that is a library, which main only tries. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, limit = 64;

int store_put(void)
{
	pthread_mutex_lock(&lock);
	used++; // RACE 1
	pthread_mutex_unlock(&lock);
	return 0;
}

int store_used(void)
{
	return used; // RACE 1
}

void store_limit(int n)
{
	limit = n; // RACE 2
}

int store_full(void)
{
	return used >= limit; // RACE 1; RACE 2
}
