/* Two locks in opposite orders, each in a section: nobody gets between the two. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *unused)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n); // NODEADLOCK
	x++; // NORACE
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_end();
	return unused;
}

static void *two(void *unused)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m); // NODEADLOCK
	x++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	__VERIFIER_atomic_end();
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
