/* As atomic_claim.c, but the index is read and written in two steps: two threads may claim the same element. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define JOBS 1000

static atomic_int next_job;
static int result[JOBS];

static int claim(void)
{
	int job = atomic_load(&next_job); // NORACE

	atomic_store(&next_job, job + 1); // NORACE
	return job;
}

static void *worker(void *argument)
{
	int job;

	while ((job = claim()) < JOBS)
		result[job] += job * 2; // RACE 1
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
