/* A whole number as a double is itself again. */
#include <pthread.h>

int ask(void);
static int n;
static double d;

static int shared;

static void *work(void *a)
{
	if (d != n)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	n = ask() & 15;
	d = n;
	pthread_create(&t, 0, work, 0);
	if (d != n)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
