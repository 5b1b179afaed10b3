/* As queue_one_worker.c, but two threads take jobs from the queue: any two jobs may overlap, also two of a kind. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define SLOTS 16

struct job {
	void (*run)(void *);
	void *argument;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job queue[SLOTS];
static unsigned head, tail;
static int stopping;
static int pages, logs;

static void submit(void (*run)(void *), void *argument)
{
	pthread_mutex_lock(&lock);
	queue[tail++ % SLOTS] = (struct job){ run, argument };
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static void rotate_log(void *argument)
{
	++*(int *)argument;
}

static void flush_page(void *argument)
{
	if (++*(int *)argument == 2) // RACE 1
		submit(rotate_log, &logs);
}

static int next_job(struct job *job)
{
	int found;

	pthread_mutex_lock(&lock);
	while (head == tail && !stopping)
		pthread_cond_wait(&changed, &lock);
	snag_held(&lock); // ANSWER: must
	found = head != tail;
	if (found)
		*job = queue[head++ % SLOTS];
	pthread_mutex_unlock(&lock);
	return found;
}

static void *worker(void *argument)
{
	struct job job;

	while (next_job(&job)) {
		snag_held(&lock); // ANSWER: no
		snag_whose(&job); // ANSWER: stack
		snag_calls(job.run); // ANSWER: flush_page rotate_log
		job.run(job.argument);
	}
	return argument;
}

static void accept_client(void)
{
	submit(flush_page, &pages);
}

static void stop(void)
{
	pthread_mutex_lock(&lock);
	stopping = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	for (int i = 0; i < 4; i++)
		accept_client();
	stop();
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	snag_parallel(flush_page, rotate_log); // ANSWER: yes
	snag_parallel(flush_page, flush_page); // ANSWER: yes
	snag_parallel(flush_page, accept_client); // ANSWER: yes
	snag_parallel(submit, submit); // ANSWER: yes
	printf("%d %d\n", pages, logs);
	return 0;
}
