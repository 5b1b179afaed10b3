/* A pool of workers; who has handed in the jobs waits, under the lock, until all of them are done, and then reads the results. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { JOBS = 32, WORKERS = 3 };

struct job {
	struct job *next;
	int input;
	long output;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t work, idle;
	struct job *queue;
	int running, done, stop;
};

static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER };

static void pool_submit(struct pool *p, struct job *j)
{
	pthread_mutex_lock(&p->lock);
	j->next = p->queue;
	p->queue = j;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->lock);
}

static void *pool_worker(void *argument)
{
	struct pool *p = argument;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		struct job *j = p->queue;
		if (!j) {
			pthread_cond_wait(&p->work, &p->lock);
			continue;
		}
		p->queue = j->next;
		p->running++; // NORACE
		pthread_mutex_unlock(&p->lock);
		j->output = (long)j->input * j->input; // NORACE
		pthread_mutex_lock(&p->lock);
		p->running--; // NORACE
		p->done++; // NORACE
		pthread_cond_signal(&p->idle);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void pool_wait(struct pool *p, int jobs)
{
	pthread_mutex_lock(&p->lock);
	while (p->done < jobs) // NORACE
		pthread_cond_wait(&p->idle, &p->lock);
	p->stop = 1; // NORACE
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->lock);
}

int main(void)
{
	pthread_t worker[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&worker[i], NULL, pool_worker, &pool))
			return 1;
	for (int i = 0; i < JOBS; i++) {
		struct job *j = calloc(1, sizeof *j);
		if (!j)
			return 1;
		j->input = i;
		pool_submit(&pool, j);
	}
	pool_wait(&pool, JOBS);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
	printf("%d\n", pool.done);
	return 0;
}
