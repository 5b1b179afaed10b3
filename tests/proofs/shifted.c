/* What is shifted to the left ends with a zero. */
#include <pthread.h>

unsigned ask(void);
static unsigned n;

static int shared;

static void *work(void *a)
{
	if (n & 1)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	n = ask() << 1;
	pthread_create(&t, 0, work, 0);
	if (n & 1)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
