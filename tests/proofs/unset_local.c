/* A local variable that is set on each way to its use has no other value than those. */
#include <pthread.h>

static int mode;

static int shared;

static void *work(void *a)
{
	if (mode == 2)
		shared++; // NORACE
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	int n;

	if (argc > 1)
		n = 1;
	else
		n = 0;
	mode = n;
	pthread_create(&t, 0, work, 0);
	if (mode == 2)
		shared++; // NORACE
	pthread_join(t, 0);
	return 0;
}
