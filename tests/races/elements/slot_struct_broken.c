/* As slot_struct.c, but all threads are given the first struct. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

struct task {
	pthread_t thread;
	int from, to, primes;
};

static int is_prime(int n)
{
	for (int i = 2; i * i <= n; i++)
		if (n % i == 0)
			return 0;
	return n > 1;
}

static void *count(void *argument)
{
	struct task *t = argument;

	for (int n = t->from; n < t->to; n++) // NORACE
		if (is_prime(n))
			t->primes++; // RACE 1
	return NULL;
}

int main(void)
{
	struct task tasks[THREADS];
	int primes = 0;

	for (int i = 0; i < THREADS; i++)
		tasks[i] = (struct task){ .from = i * 100, .to = (i + 1) * 100 };
	for (int i = 0; i < THREADS; i++)
		pthread_create(&tasks[i].thread, NULL, count, &tasks[0]);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(tasks[i].thread, NULL);
		primes += tasks[i].primes; // RACE 1: the other threads may still be counting in the first one
	}
	printf("%d\n", primes);
	return 0;
}
