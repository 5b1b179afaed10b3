/* Whether locks are taken is read from the command line and from a file, by functions outside: what was set before says
 * nothing then. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locking = 1, n;
static struct { int depth, locking; } options = { 2, 1 };
static int k;

static void count(void)
{
	if (locking)
		pthread_mutex_lock(&m);
	snag_held(&m); // ANSWER: may
	n++; // RACE 1
	if (locking)
		pthread_mutex_unlock(&m);
	if (options.locking)
		pthread_mutex_lock(&m);
	snag_held(&m); // ANSWER: may
	k++; // RACE 2
	if (options.locking)
		pthread_mutex_unlock(&m);
}

static void *worker(void *x)
{
	count();
	return x;
}

int main(int argc, char **argv)
{
	pthread_t t;
	char *text = argc > 1 ? argv[1] : "1";

	if (sscanf(text, "%d", &locking) != 1 || fread(&options, sizeof options, 1, stdin) > 1)
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	count();
	pthread_join(t, NULL);
	return 0;
}
