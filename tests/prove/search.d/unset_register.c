/* A local variable that is set on one of two ways is anything on the other; set on both it is one of these values. */
// search: race @one @other : found
// search: --switches 30 --seconds 60 race @both @other : not within: all schedules: the search is complete
#include <pthread.h>

static int x;
int __VERIFIER_nondet_int(void);

static void *work(void *a)
{
	int one, both, n = __VERIFIER_nondet_int();

	if (n == 1)
		one = both = __VERIFIER_nondet_int() & 7;
	else
		both = 3;
	if (both == 77)
		x = 8; // @both
	if (one == 77)
		x = 7; // @one
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 9; // @other
	return 0;
}
