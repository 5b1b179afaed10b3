/* Any bytes may be in the variable afterwards. */
// PROVED: assuming
#include <pthread.h>
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	int odd = 0;

	__VERIFIER_nondet_memory(&odd, sizeof odd);
	if (!odd)
		pthread_mutex_lock(&m);
	x++; // RACE
	if (!odd)
		pthread_mutex_unlock(&m);
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
