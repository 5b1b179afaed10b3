/* The byte that a thread counts in has become a bit-field of eight bits, and so a part of the word whose other bits main sets. */
#include <pthread.h>
#include <stdio.h>

struct job {
	unsigned kind : 6;
	unsigned urgent : 1;
	unsigned progress : 8;
};

static void *run(void *argument)
{
	struct job *job = argument;

	while (job->progress < 100) // RACE-BITFIELD 1
		job->progress++; // RACE-BITFIELD 1
	return NULL;
}

int main(void)
{
	static struct job job = { .kind = 3 };
	pthread_t worker;

	pthread_create(&worker, NULL, run, &job);
	for (int i = 0; i < 20; i++)
		job.urgent = i & 1; // RACE-BITFIELD 1
	pthread_join(worker, NULL);
	printf("%d %d\n", job.urgent, job.progress);
	return 0;
}
