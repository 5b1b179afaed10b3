/* atexit's function runs in the thread that ends the process; the other one is still there. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static int n;

static void end(void)
{
	n++;
}

static void *other(void *unused)
{
	n++;
	return unused;
}

int main(void)
{
	pthread_t t;

	atexit(end);
	pthread_create(&t, NULL, other, NULL);
	return 0;
}
