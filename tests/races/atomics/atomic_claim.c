/* The threads claim work by an atomic index: each element is one thread's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define JOBS 1000

static atomic_int next_job;
static int result[JOBS];

static int claim(void)
{
	return atomic_fetch_add(&next_job, 1); // NORACE
}

static void *worker(void *argument)
{
	int job;

	while ((job = claim()) < JOBS)
		result[job] += job * 2; // NORACE
	return argument;
}

int main(void)
{
	pthread_t one, two;
	long sum = 0;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	for (int i = 0; i < JOBS; i++)
		sum += result[i];
	printf("%ld\n", sum);
	return 0;
}
