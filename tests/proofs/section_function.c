/* The body of a function whose name begins with __VERIFIER_atomic_ is a section: a lock by compare and swap. */
// PROVED: none
#include <pthread.h>

static int taken, x;

static int __VERIFIER_atomic_swap(int *at, int expected, int value)
{
	int old = *at;

	if (old == expected)
		*at = value;
	return old;
}

static void *work(void *unused)
{
	if (__VERIFIER_atomic_swap(&taken, 0, 1) == 0)
		x++; // NORACE reported: that only one finds 0 there is not followed
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
