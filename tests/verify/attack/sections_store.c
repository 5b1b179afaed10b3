/* A flag is set within an atomic section, before what it tells of. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int flag;
static int n;

static void *one(void *arg)
{
	__VERIFIER_atomic_begin();
	flag = 1;
	n++;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	if (flag)
		n++;
	pthread_join(t, NULL);
	return n;
}
