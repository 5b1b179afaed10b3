/* atexit's function runs when the other thread has ended. */
// VERIFY: race-free
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
	pthread_join(t, NULL);
	return 0;
}
