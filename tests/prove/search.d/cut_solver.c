/* A question that takes the solver some steps: it gives up, and is let go on. A square is never 2 in its last two bits. */
// search: --solver 1 race @square @other : not within: 1 steps of the solver
// search: --switches 30 --seconds 60 race @square @other : not within: all schedules: the search is complete
// search: --replay 1 race @odd @other : found: confirmed
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
static int x;

static void *work(void *a)
{
	unsigned n = __VERIFIER_nondet_uint();

	if ((n * n & 3) == 2)
		x = 1; // @square
	if ((n * n & 3) == 1)
		x = 1; // @odd
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
