/* What calloc gives is zero until somebody sets it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int state[8];
};
static struct job *job;

static int shared;

static void *work(void *a)
{
	if (job[1].state[7])
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	job = calloc(2, sizeof *job);
	if (!job)
		return 1;
	pthread_create(&t, 0, work, 0);
	if (job[1].state[7])
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
