/* More objects than an execution may have, and the race is behind them. */
// search: --define OBJECTS=1100000 --steps 100000000 --megabytes 6000 --switches 1 --seconds 12 race @late @other : not within: 1048576 objects
// search: --define OBJECTS=3 --replay 1 race @late @other : found: confirmed;
#include <pthread.h>
#include <stdlib.h>

static int x;
static char *last;

static void *work(void *a)
{
	for (int i = 0; i < OBJECTS; i++)
		last = malloc(1);
	x = 1; // @late
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
