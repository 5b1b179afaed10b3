/* A library whose thread is started by an exported function, and raced by what that does behind the start. */
// PROVED: harness
#include <pthread.h>

static int done;

static void *worker(void *p)
{
	done++; // RACE 1
	return p;
}

void library_open(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	done = 1; // RACE 1
}
