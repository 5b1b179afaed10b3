/* A section that is not ended on one way, and one that is ended twice: no lock errors, for it is no lock. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void *work(void *unused)
{
	__VERIFIER_atomic_begin();
	if (x > 5)
		return unused;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_end();
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
