/* libgit2, pull request 3974: the library is made once by pthread_once, and the last one who shuts it down sets the control back with a plain
 * store, beside whoever begins at that moment. */
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int users;
static char *table;

static void make(void)
{
	table = calloc(64, 1); // RACE 2: with who has shut down and sets it to null
}

int lib_init(void)
{
	pthread_once(&once, make); // RACE 1
	return ++users;
}

int lib_shutdown(void)
{
	static const pthread_once_t fresh = PTHREAD_ONCE_INIT;
	int left = --users;

	if (left == 0) {
		free(table); // RACE: who begins and ends meanwhile frees it, too
		table = NULL; // RACE 2
		once = fresh; // RACE 1: whoever begins reads it at the same time
	}
	return left;
}
