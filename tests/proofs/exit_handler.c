/* Two functions that run at the end of the program run one after the other; a thread that is never waited for may be beside them. */
#include <pthread.h>
#include <stdlib.h>

static int closed, flushed;

static void flush(void)
{
	flushed = 1; // NORACE
	closed = 1; // RACE 1
}

static void say(void)
{
	flushed += 2; // NORACE
}

static void *work(void *x)
{
	closed += 4; // RACE 1
	return x;
}

int main(void)
{
	pthread_t t;

	atexit(flush);
	atexit(say);
	pthread_create(&t, 0, work, 0);
	return 0;
}
