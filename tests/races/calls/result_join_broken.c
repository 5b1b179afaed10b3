/* The result of a thread is a static object that pthread_join hands over: the other thread may still be writing to it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct result {
	int primes;
};

static void *count_primes(void *argument)
{
	int limit = *(int *)argument;
	static struct result result, *r = &result;

	r->primes = 0; // RACE 1
	for (int n = 2; n < limit; n++) {
		int d = 2;

		while (d < n && n % d)
			d++;
		r->primes += d == n; // RACE 1
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
		primes += ((struct result *)value)->primes; // RACE 1
	}
	printf("%d\n", primes);
	return 0;
}
