/* A weak function that nobody defines may be defined by a library: here it is not, and that is said. */
// search: race @has @other : not within: zeros in variables from outside (maybe)
#include <pthread.h>

__attribute__((weak)) int maybe(void);
static int x;

static void *work(void *a)
{
	if (maybe)
		x = 1; // @has
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
