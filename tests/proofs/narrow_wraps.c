/* 65535 and one are nothing in two bytes. */
#include <pthread.h>

static unsigned short n = 65535;

static int shared;

static void *work(void *a)
{
	if (n)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	n++;
	pthread_create(&t, 0, work, 0);
	if (n)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
