/* What is handed over to run later, at the end or when a thread ends, does not run in the search, and that is said. */
// search: race @flush @work : not within: callbacks that are passed on and never called (atexit)
// search: race @early @work : not within
// no-emit: exit handlers of the sequential program are its own
#include <pthread.h>
#include <stdlib.h>

static int closed;

__attribute__((constructor)) static void begin(void)
{
	closed = 2; // @early
}

static void flush(void)
{
	closed = 1; // @flush
}

static void *work(void *x)
{
	closed += 4; // @work
	return x;
}

int main(void)
{
	pthread_t t;

	atexit(flush);
	pthread_create(&t, 0, work, 0);
	return 0;
}
