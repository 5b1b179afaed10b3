/* The remainder has the sign of the number that is divided. */
#include <pthread.h>

int ask(void);
static int n;

static int shared;

static void *work(void *a)
{
	if (n % 2 < 0)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	n = ask();
	if (n < 0)
		n = 0;
	pthread_create(&t, 0, work, 0);
	if (n % 2 < 0)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
