/* Two values that are not known are not the same one: both threads may get here. */
// PROVED: confirmed
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

static void *work(void *unused)
{
	if (__VERIFIER_nondet_int() == 77)
		x++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
