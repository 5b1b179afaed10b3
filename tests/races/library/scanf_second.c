/* The second number that is read decides; it begins as 0, and only scanf sets it. */
#include <pthread.h>
#include <stdio.h>

static int mode;

static void *worker(void *arg)
{
	mode = 1; // RACE 1
	return arg;
}

int main(void)
{
	int rate = 0, verbose = 0;
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	scanf("%d %d", &rate, &verbose);
	if (verbose)
		mode = 2; // RACE 1
	pthread_join(t, NULL);
	return rate;
}
