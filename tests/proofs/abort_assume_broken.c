/* abort() where the assumption does not hold; where it holds, both go on. */
// PROVED: confirmed
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>

static int x;

static void assume_abort_if_not(int condition)
{
	if (!condition)
		abort();
}

static void *work(void *unused)
{
	int n = __VERIFIER_nondet_int();

	assume_abort_if_not(n == 3);
	x += n; // RACE
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
