/* More threads than an execution may have: the last of them is never there. */
// search: --define THREADS=70 --switches 1 --paths 300 race @last @other : not within: 64 threads
// search: --define THREADS=2 --replay 1 race @last @other : found: confirmed;
// search: --define THREADS=2 --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
#include <pthread.h>

static int x;

static void *work(void *a)
{
	if (a == &x)
		x = 1; // @last
	return a;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t, 0, work, i == THREADS - 1 ? &x : 0);
	if (THREADS > 100)
		x = 3; // @never
	x = 2; // @other
	return 0;
}
