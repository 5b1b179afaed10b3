/* What --dump=locks shows: operations, then the states of each block. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

void f(int x)
{
	if (pthread_mutex_trylock(&m) != 0)
		return;
	n += x;
	pthread_mutex_unlock(&m);
}

/* dump-has locks:f
locks of f
  line 9: try acquire m [mutex]
  line 12: release m [mutex]
*/
