/* The same with as many values as are tried: all of them. */
// search: --switches 30 --seconds 60 race @one @hit : found
// search: --switches 30 --seconds 60 race @one @behind : not within: all schedules: the search is complete
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);
static int few[5];

static void *work(void *a)
{
	unsigned char k = __VERIFIER_nondet_uchar() & 3;

	few[k] = 1; // @one
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	few[4] = 1; // @behind
	few[3] = 2; // @hit
	return 0;
}
