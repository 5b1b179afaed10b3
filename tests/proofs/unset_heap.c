/* All members that are looked at are set: what malloc gave does not matter. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int state;
	char kind;
	long size;
};
static struct job *job;

static int shared;

static void *work(void *a)
{
	if (job->size != 4 || job->kind != 1)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	job = malloc(sizeof *job);
	if (!job)
		return 1;
	job->state = 3;
	job->kind = 1;
	job->size = job->state + 1;
	pthread_create(&t, 0, work, 0);
	if (job->size != 4 || job->kind != 1)
		shared++; // NORACE
	pthread_join(t, 0);
	return 0;
}
