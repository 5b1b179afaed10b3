/* The number of arguments is never negative. */
#include <pthread.h>

static int count;

static int shared;

static void *work(void *a)
{
	if (count < 0)
		shared++; // NORACE
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	count = argc;
	pthread_create(&t, 0, work, 0);
	if (count < 0)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
