/* A constructor runs before main, but not in the search: what it sets is not set. */
// search: race @late @work : not within: constructors and destructors that do not run
#include <pthread.h>

static int mode, n;

__attribute__((constructor)) static void begin(void)
{
	mode = 1;
}

static void *work(void *x)
{
	if (mode)
		n++; // @work
	return x;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	n = 2; // @late
	return 0;
}
