/* async-calls, section 3: a pool of named workers, each with a queue of its own; a task names the worker it runs on. In plain
 * C, as the authors' own model of their product.
 *
 * read_block and write_block are always sent to the disk worker: they never overlap (section 7.1, tasks of one worker). reply
 * is sent to the network worker and overlaps with them. count is sent to both workers, so that it overlaps with itself. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

typedef void function(void *argument);

struct worker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct task *first, **last;
	int stopping;
};

struct task {
	struct task *next;
	struct worker *on;
	function *run;
	void *argument;
};

static struct worker disk, network;
static int blocks, replies;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int tasks;

static struct task *make_task(struct worker *on, function *run, void *argument)
{
	struct task *t = malloc(sizeof *t);

	*t = (struct task){ NULL, on, run, argument }; // NORACE reported: fresh; NORACE reported
	return t;
}

static void enqueue(struct task *t)
{
	struct worker *w = t->on;

	pthread_mutex_lock(&w->lock);
	*w->last = t; // NORACE reported: the lock is that of the worker
	w->last = &t->next;
	pthread_cond_signal(&w->filled);
	pthread_mutex_unlock(&w->lock);
}

static struct task *next_task(struct worker *w)
{
	struct task *t;

	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->stopping)
		pthread_cond_wait(&w->filled, &w->lock);
	t = w->first;
	if (t) {
		w->first = t->next;
		if (!w->first)
			w->last = &w->first;
	}
	pthread_mutex_unlock(&w->lock);
	return t;
}

static void *worker_main(void *argument)
{
	struct task *t;

	while ((t = next_task(argument))) {
		snag_calls(t->run); // ANSWER: count read_block reply write_block
		t->run(t->argument);
		free(t); // NORACE reported: taken
	}
	return NULL;
}

static void worker_start(struct worker *w)
{
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->filled, NULL);
	w->last = &w->first;
	pthread_create(&w->thread, NULL, worker_main, w);
}

static void worker_stop(struct worker *w)
{
	pthread_mutex_lock(&w->lock);
	w->stopping = 1;
	pthread_cond_signal(&w->filled);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
}

static void read_block(void *argument)
{
	*(int *)argument += 1; // NORACE reported: blocks are the disk worker's, replies the other one's
}

static void write_block(void *argument)
{
	*(int *)argument -= 1;
}

static void reply(void *argument)
{
	++*(int *)argument;
}

static void count(void *argument)
{
	pthread_mutex_lock(&count_lock);
	++*(int *)argument;
	pthread_mutex_unlock(&count_lock);
}

static void report(void)
{
	printf("%d %d %d\n", blocks, replies, tasks);
}

int main(void)
{
	worker_start(&disk);
	worker_start(&network);
	for (int i = 0; i < 10; i++) {
		enqueue(make_task(&disk, read_block, &blocks));
		enqueue(make_task(&disk, write_block, &blocks));
		enqueue(make_task(&network, reply, &replies));
		enqueue(make_task(&disk, count, &tasks));
		enqueue(make_task(&network, count, &tasks));
	}
	worker_stop(&disk);
	worker_stop(&network);
	/* which tasks are on which of the two queues is lost in the function that both workers run */
	snag_parallel(read_block, write_block); // ANSWER: no ; today: yes
	snag_parallel(read_block, read_block); // ANSWER: no ; today: yes
	snag_parallel(reply, reply); // ANSWER: no ; today: yes
	snag_parallel(read_block, reply); // ANSWER: yes
	snag_parallel(count, count); // ANSWER: yes
	snag_parallel(count, reply); // ANSWER: yes
	snag_parallel(report, count); // ANSWER: no: joined
	report();
	return 0;
}
