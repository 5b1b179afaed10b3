/* Signalling after the release of the lock is fine: the flag was set under it. */
#include <pthread.h>
#include <stdio.h>

struct job {
	pthread_mutex_t lock;
	pthread_cond_t finished;
	int done;
	int result;
};

static void *compute(void *argument)
{
	struct job *j = argument;

	pthread_mutex_lock(&j->lock);
	j->result = 42; // NORACE
	j->done = 1; // NORACE
	pthread_mutex_unlock(&j->lock);
	pthread_cond_broadcast(&j->finished);
	return NULL;
}

static int job_wait(struct job *j)
{
	int result;

	pthread_mutex_lock(&j->lock);
	while (!j->done) // NORACE
		pthread_cond_wait(&j->finished, &j->lock);
	result = j->result; // NORACE
	pthread_mutex_unlock(&j->lock);
	return result;
}

int main(void)
{
	struct job job = { .done = 0 };
	pthread_t thread;

	pthread_mutex_init(&job.lock, NULL);
	pthread_cond_init(&job.finished, NULL);
	pthread_create(&thread, NULL, compute, &job);
	printf("%d\n", job_wait(&job));
	pthread_join(thread, NULL);
	pthread_cond_destroy(&job.finished);
	pthread_mutex_destroy(&job.lock);
	return 0;
}
