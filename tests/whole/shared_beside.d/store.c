/* A unit of the program: main uses one of its functions, and nobody the others. It is compiled for the program alone, as the
 * commands say: the plugin is for a shared object. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, limit = 64;

int store_put(void)
{
	pthread_mutex_lock(&lock);
	used++; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}

int store_used(void)
{
	return used; // NORACE
}

void store_limit(int n)
{
	limit = n; // NORACE
}

int store_full(void)
{
	return used >= limit; // NORACE
}
