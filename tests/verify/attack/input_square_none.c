/* A number whose square ends in binary 11: there is none. */
// VERIFY: race-free
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int shared;

static void *work(void *unused)
{
	unsigned root = __VERIFIER_nondet_uint();

	if (root * root == 3u)
		shared = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	shared = 2;
	pthread_join(t, NULL);
	return shared;
}
