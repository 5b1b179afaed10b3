/* The same value: both are. */
// PROVED: confirmed
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

static void *work(void *unused)
{
	int n = __VERIFIER_nondet_int();

	__VERIFIER_assume(n > 2 && n < 5);
	if (n == 4)
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
