/* An index that may have more values than are tried: the element that is also written elsewhere may be any of them. */
// search: --switches 1 --seconds 4 race @one @other : not within: 64 values of an unknown
// search: --switches 1 --seconds 60 race @one @hit : found
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);
static int many[256], own[300];

static void *work(void *a)
{
	unsigned char k = __VERIFIER_nondet_uchar();

	many[k] = 1; // @one
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	own[1] = 1; // @other
	many[own[0]] = 2; // @hit
	return 0;
}
