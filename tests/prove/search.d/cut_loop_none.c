/* All paths end: "all" is a fact. The unknown has two sides, and neither leads there. */
// search: --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
// search: race @yes @other : found
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int x;

static void *work(void *a)
{
	int n = __VERIFIER_nondet_int() != 0;

	for (int i = 0; i < 40; i++)
		n += 2;
	if (n == 79)
		x = 2; // @never
	if (n == 81)
		x = 1; // @yes
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
