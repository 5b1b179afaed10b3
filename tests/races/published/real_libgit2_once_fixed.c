/* libgit2, pull request 3974, fixed as there: one mutex around all of it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int users;
static char *table;

static void make(void)
{
	table = calloc(64, 1);
}

int lib_init(void)
{
	int now;

	pthread_mutex_lock(&making);
	pthread_once(&once, make);
	now = ++users;
	pthread_mutex_unlock(&making);
	return now;
}

int lib_shutdown(void)
{
	static const pthread_once_t fresh = PTHREAD_ONCE_INIT;
	int left;

	pthread_mutex_lock(&making);
	left = --users;
	if (left == 0) {
		free(table);
		table = NULL;
		once = fresh;
	}
	pthread_mutex_unlock(&making);
	return left;
}
