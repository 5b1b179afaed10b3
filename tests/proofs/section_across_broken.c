/* What comes behind the function that ends the section is outside. */
// PROVED: confirmed
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void enter(void)
{
	__VERIFIER_atomic_begin();
}

static void leave(void)
{
	__VERIFIER_atomic_end();
}

static void *work(void *unused)
{
	enter();
	leave();
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
