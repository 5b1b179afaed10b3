/* All bytes are set to zero by memset, padding and all. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct job {
	char c;
	long n;
};
static struct job *job;

static int shared;

static void *work(void *a)
{
	if (job->c || job->n)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	job = malloc(sizeof *job);
	if (!job)
		return 1;
	memset(job, 0, sizeof *job);
	pthread_create(&t, 0, work, 0);
	if (job->c || job->n)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
