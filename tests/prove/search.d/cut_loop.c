/* What lies behind more rounds of a loop than are tried is not told as absent; without such a loop the search is complete. */
// search: race @far @other : not within: 16 iterations of a loop (--prove-loops)
// search: --loops 3 race @far @other : not within: 3 iterations of a loop (--prove-loops)
// search: --loops 40 race @far @other : found
// search: --switches 1 --seconds 60 race @never @other : not within: 16 iterations
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int x;

static void *work(void *a)
{
	int n = 0;

	while (__VERIFIER_nondet_int())
		n++;
	if (n == 30)
		x = 1; // @far
	if (n < 0)
		x = 2; // @never
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
