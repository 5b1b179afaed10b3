/* The result of a thread comes by pthread_exit and pthread_join: it is the thread's own until then. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct result {
	int primes;
};

static void *count(void *argument)
{
	struct result *r = malloc(sizeof *r);

	if (!r)
		abort();
	r->primes = 0;
	for (int n = 2; n < 100; n++) {
		int d = 2;
		while (n % d)
			d++;
		r->primes += d == n; // NORACE
	}
	(void)argument;
	pthread_exit(r);
}

int main(void)
{
	pthread_t thread;
	void *value;

	pthread_create(&thread, NULL, count, NULL);
	pthread_join(thread, &value);
	printf("%d\n", ((struct result *)value)->primes); // NORACE
	free(value);
	return 0;
}
