/* A value that was read in one atomic section is old in the next one. */
// VERIFY: race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int n, x;

static int get(void)
{
	int now;

	__VERIFIER_atomic_begin();
	now = n;
	__VERIFIER_atomic_end();
	return now;
}

static void *one(void *arg)
{
	__VERIFIER_atomic_begin();
	n++;
	__VERIFIER_atomic_end();
	x++;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	if (!get() && get())
		x++;
	pthread_join(t, NULL);
	return x;
}
