/* As queue_results.c, but the result is read as soon as the job has been handed over. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	int input, result;
};

struct box {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job *job;
};

static struct box todo = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL };
static struct box done = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL };

static void box_put(struct box *b, struct job *j)
{
	pthread_mutex_lock(&b->lock);
	while (b->job)
		pthread_cond_wait(&b->changed, &b->lock);
	b->job = j;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
}

static struct job *box_take(struct box *b)
{
	struct job *j;

	pthread_mutex_lock(&b->lock);
	while (!b->job)
		pthread_cond_wait(&b->changed, &b->lock);
	j = b->job;
	b->job = NULL;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
	return j;
}

static void *worker(void *argument)
{
	struct job *j;

	while ((j = box_take(&todo))->input) {
		j->result = j->input * j->input; // RACE 1
		box_put(&done, j);
	}
	return argument;
}

int main(void)
{
	struct job job = { 0, 0 }, end = { 0, 0 };
	pthread_t thread;
	long sum = 0;

	pthread_create(&thread, NULL, worker, NULL);
	for (int i = 1; i < 100; i++) {
		job.input = i; // NORACE reported: the way back through the second queue is not understood
		box_put(&todo, &job);
		sum += job.result; // RACE 1
		box_take(&done);
	}
	box_put(&todo, &end);
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
