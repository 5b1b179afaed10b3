/* The result of a thread is a heap object that pthread_join hands over. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct result {
	int primes;
};

static void *count_primes(void *argument)
{
	int limit = *(int *)argument;
	struct result *r = malloc(sizeof *r);

	if (!r)
		abort();
	r->primes = 0; // NORACE
	for (int n = 2; n < limit; n++) {
		int d = 2;

		while (d < n && n % d)
			d++;
		r->primes += d == n; // NORACE
	}
	return r;
}

int main(void)
{
	int limits[2] = { 50, 100 }, primes = 0;
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count_primes, &limits[i]);
	for (int i = 0; i < 2; i++) {
		void *value;

		pthread_join(threads[i], &value);
		primes += ((struct result *)value)->primes; // NORACE
		free(value); // NORACE
	}
	printf("%d\n", primes);
	return 0;
}
