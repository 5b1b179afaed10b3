/* A join that is only tried may come back while the thread still runs. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static int x;

static void *work(void *argument)
{
	x++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_tryjoin_np(t, NULL);
	x++; // RACE 1
	return 0;
}
