/* The section of one ends between its two locks. */
// PROVED: confirmed
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *unused)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m); // DEADLOCK 1
	__VERIFIER_atomic_end();
	pthread_mutex_lock(&n); // DEADLOCK 1
	x++; // NORACE
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return unused;
}

static void *two(void *unused)
{
	pthread_mutex_lock(&n); // DEADLOCK 1
	pthread_mutex_lock(&m); // DEADLOCK 1
	x++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
