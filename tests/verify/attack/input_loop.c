/* An input is counted down in a loop while another thread waits for its turn: whatever it was, it is 0 in the end. */
// VERIFY: race-free
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int shared;

static void *work(void *unused)
{
	unsigned char n = __VERIFIER_nondet_uchar() & 7;

	while (n > 0)
		n--;
	if (n != 0)
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
