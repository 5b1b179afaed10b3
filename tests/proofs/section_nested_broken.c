/* As many ends as beginnings, and then the access. */
// PROVED: confirmed
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void __VERIFIER_atomic_inner(void)
{
}

static void *work(void *unused)
{
	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_inner();
	__VERIFIER_atomic_end();
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
