/* A library: the lock is made in the middle, by a memset and an initialising call, in a helper. */
#include <pthread.h>
#include <string.h>

struct job {
	int n;
	pthread_mutex_t lock;
	int last;
};

static void prepare(struct job *j)
{
	memset(j, 0, sizeof *j); // NORACE
	pthread_mutex_init(&j->lock, 0);
}

void job_begin(struct job *j)
{
	prepare(j);
	j->last = -1; // NORACE
}

void job_add(struct job *j)
{
	pthread_mutex_lock(&j->lock);
	j->n++; // NORACE
	j->last = j->n; // NORACE
	pthread_mutex_unlock(&j->lock);
}
