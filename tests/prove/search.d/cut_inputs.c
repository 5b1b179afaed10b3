/* More results of functions outside than an execution may have. */
// search: --define RESULTS=17000 --steps 100000000 --switches 1 race @late @other : not within: 16384 results of functions outside
// search: --define RESULTS=3 --replay 1 race @late @other : found: confirmed;
// search: --define RESULTS=3 --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int x;

static void *work(void *a)
{
	for (int i = 0; i < RESULTS; i++)
		__VERIFIER_nondet_int();
	x = 1; // @late
	if (RESULTS > 100000)
		x = 1; // @never
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
