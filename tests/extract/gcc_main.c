// FLAGS: -- -std=c99
/* A main that the standard does not know: only a warning of gcc, an error of clang that has no switch. */
#include <pthread.h>
#include <stdlib.h>

static int hits;

static void *worker(void *arg)
{
	hits++; // RACE 1
	return arg;
}

void main(unsigned count, unsigned char **words)
{
	pthread_t t;

	pthread_create(&t, 0, worker, words);
	hits++; // RACE 1
	pthread_join(t, 0);
	exit(hits); // NORACE
}
