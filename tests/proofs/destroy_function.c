/* A library: who destroys an object has it for itself, after the others. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t lock;
	int n;
	char *name;
};

void job_free(struct job *j)
{
	j->n = -1; // NORACE
	free(j->name); // NORACE
	pthread_mutex_destroy(&j->lock);
	free(j); // NORACE
}

void job_add(struct job *j)
{
	pthread_mutex_lock(&j->lock);
	j->n++; // NORACE
	pthread_mutex_unlock(&j->lock);
}
