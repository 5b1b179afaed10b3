/* One of the two is outside of all sections: it races with the other one. */
// PROVED: confirmed
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void *work(void *unused)
{
	__VERIFIER_atomic_begin();
	x++; // RACE 1
	__VERIFIER_atomic_end();
	return unused;
}

static void *plain(void *unused)
{
	x = 2; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, plain, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
