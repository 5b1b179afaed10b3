/* As pthread_exit_value.c, but the thread was detached, and its result is fetched from where it left it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct result {
	int primes;
};

static struct result *latest;

static void *count(void *argument)
{
	struct result *r = malloc(sizeof *r);

	if (!r)
		abort();
	r->primes = 0; // RACE 1: not even this is before what main reads, for nothing orders the reading of latest
	for (int n = 2; n < 100; n++) {
		int d = 2;
		while (n % d)
			d++;
		r->primes += d == n; // RACE 1
	}
	latest = r; // RACE 2
	pthread_exit(argument);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, count, NULL);
	pthread_detach(thread);
	usleep(5000);
	if (latest) // RACE 2
		printf("%d\n", latest->primes); // RACE 1; RACE 2
	return 0;
}
