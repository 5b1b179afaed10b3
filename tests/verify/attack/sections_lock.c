/* Within an atomic section another thread could see that a lock was taken: what that means is not agreed upon. */
// VERIFY: race-free
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *one(void *arg)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n;
}
