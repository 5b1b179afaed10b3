/* A plain member beside bit-fields is a memory location of its own: main sets the bits, a thread counts in the byte behind. */
#include <pthread.h>
#include <stdio.h>

struct job {
	unsigned kind : 6;
	unsigned urgent : 1;
	unsigned : 1;
	unsigned char progress;
};

static void *run(void *argument)
{
	struct job *job = argument;

	while (job->progress < 100) // NORACE-BITFIELD
		job->progress++; // NORACE-BITFIELD
	return NULL;
}

int main(void)
{
	static struct job job = { .kind = 3 };
	pthread_t worker;

	pthread_create(&worker, NULL, run, &job);
	for (int i = 0; i < 20; i++)
		job.urgent = i & 1; // NORACE-BITFIELD
	pthread_join(worker, NULL);
	printf("%d %d\n", job.urgent, job.progress);
	return 0;
}
