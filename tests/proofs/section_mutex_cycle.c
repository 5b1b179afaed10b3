/* A section around a mutex and a mutex around a section: the section is not waited for, so no cycle. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *unused)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m); // NODEADLOCK
	x++; // NORACE
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_end();
	return unused;
}

static void *two(void *unused)
{
	pthread_mutex_lock(&m);
	__VERIFIER_atomic_begin(); // NODEADLOCK
	x++; // NORACE
	__VERIFIER_atomic_end();
	pthread_mutex_unlock(&m);
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
