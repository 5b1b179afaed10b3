/* A section and a mutex exclude each other only where both are used: who holds the mutex may be in the middle. */
// PROVED: confirmed
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *unused)
{
	__VERIFIER_atomic_begin();
	x++; // RACE 1
	__VERIFIER_atomic_end();
	return unused;
}

static void *locked(void *unused)
{
	pthread_mutex_lock(&m);
	x++; // RACE 1
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, locked, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
