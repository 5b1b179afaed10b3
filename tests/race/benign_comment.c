// STATS: benign == 1
// An access whose line says snag-benign is not looked at: `shown` has no other pair, `lost` has one between two lines that say nothing.
#include <pthread.h>
#include <stddef.h>

static int shown, lost;

static void *worker(void *arg)
{
	shown++; // snag-benign: only for the display
	lost++; // RACE 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	int copy = shown; // NORACE
	lost = copy; // RACE 1
	copy += lost; /* snag-benign: a stale value will do */
	pthread_join(t, NULL);
	return copy;
}
