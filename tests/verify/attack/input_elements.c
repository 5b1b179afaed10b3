/* An input chooses the element; the thread has the one before it. */
// VERIFY: race-free
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int element[4];

static void *work(void *index)
{
	element[(long)index] = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int chosen = __VERIFIER_nondet_int(), another = __VERIFIER_nondet_int();

	if (chosen < 0 || chosen >= 3 || another < 0 || another >= 4)
		return 0;
	pthread_create(&t, NULL, work, (void *)(long)chosen);
	element[chosen + 1] = 2;
	pthread_join(t, NULL);
	return element[0];
}
