/* A number whose square is known: there is one, and the execution that has it is run again. */
// VERIFY: race
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int shared;

static void *work(void *unused)
{
	unsigned root = __VERIFIER_nondet_uint();

	if (root * root == 1522756u)
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
