/* A library whose thread uses an object that the exported function makes for each call, and does not touch behind the start: the
 * thread begins after that, not beside it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int done;
};

static void *worker(void *p)
{
	struct job *j = p;

	j->done++; // NORACE
	return p;
}

void *library_open(void)
{
	struct job *j = malloc(sizeof *j);
	pthread_t t;

	if (!j)
		return 0;
	j->done = 1; // NORACE
	pthread_create(&t, 0, worker, j);
	return j;
}
