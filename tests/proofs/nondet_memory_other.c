/* Any bytes may be in the one variable afterwards, and none in the other. */
// PROVED: none
#include <pthread.h>
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
static int x;

static void *work(void *unused)
{
	int odd = 0, even = 0;

	__VERIFIER_nondet_memory(&odd, sizeof odd);
	if (even != 0)
		x++; // NORACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return x;
}
