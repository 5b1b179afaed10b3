/* Locks in local variables, with an initialiser that says their kind. */
#define _GNU_SOURCE
#include <pthread.h>

struct job {
	int id;
	pthread_mutex_t lock;
};

void start(pthread_mutex_t *);

void recursive(void)
{
	pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

	start(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
}

void normal(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	start(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	pthread_mutex_unlock(&m);
}

void assigned(struct job *j)
{
	j->lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; // NORACE reported: who initialises a lock has the job for itself
	pthread_mutex_lock(&j->lock);
	pthread_mutex_lock(&j->lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&j->lock);
	pthread_mutex_unlock(&j->lock);
}
