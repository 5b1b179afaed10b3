/* c-ares, issue 475, as proposed there: a mutex around the count, and around who reads what it guards. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned initialized;
static int init_flags;
static void *(*lib_malloc)(size_t) = malloc;

int lib_init_mem(int flags, void *(*amalloc)(size_t))
{
	pthread_mutex_lock(&lock);
	if (initialized++ == 0) {
		if (amalloc)
			lib_malloc = amalloc;
		init_flags = flags;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

void lib_cleanup(void)
{
	pthread_mutex_lock(&lock);
	if (initialized && --initialized == 0) {
		init_flags = 0;
		lib_malloc = malloc;
	}
	pthread_mutex_unlock(&lock);
}

void *lib_alloc(size_t n)
{
	void *(*use)(size_t);

	pthread_mutex_lock(&lock);
	use = lib_malloc;
	pthread_mutex_unlock(&lock);
	return use(n);
}
