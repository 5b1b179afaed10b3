/* A loop of joins that leaves one handle out, whichever the command line names. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void work(void)
{
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
}

static void *worker(void *x)
{
	work();
	return x;
}

static void after(void)
{
	puts("x");
}

int main(int argc, char **argv)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 4; i++) {
		if (i == argc)
			continue;
		pthread_join(t[i], NULL);
	}
	after();
	snag_parallel(after, work); // ANSWER: yes
	(void)argv;
	return 0;
}
