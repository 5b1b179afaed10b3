/* A library: who makes the lock of an object has it for itself, before the others. */
#include <pthread.h>

struct job {
	pthread_mutex_t lock;
	int n, peeked;
};

void job_init(struct job *j, int n)
{
	j->n = n; // NORACE
	pthread_mutex_init(&j->lock, 0);
}

void job_add(struct job *j)
{
	pthread_mutex_lock(&j->lock);
	j->n++; // NORACE
	pthread_mutex_unlock(&j->lock);
}

int job_peek(struct job *j)
{
	j->peeked++; // RACE
	return 0;
}
