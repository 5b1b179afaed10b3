/* async-calls, section 3: a function object whose argument is another function object.
 *
 *     afc = make_afc(&worker, bind(g, &gauge, bind(bar, &log, NULL)));   enqueue(afc);
 *
 * The worker runs g; when it is done, g makes an asynchronous call of its own with whatever it was given: bar. Its target is
 * the worker itself, so g and bar are both run by the one thread that worker_main is, never at the same time; main goes on
 * meanwhile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct bound {
	void (*function)(void *argument, struct bound *callback);
	void *argument;
	struct bound *callback;
};

struct worker {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct afc *first, **last;
	int stopping;
};

struct afc {
	struct afc *next;
	struct worker *on;
	struct bound *call;
};

static struct worker worker = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, &worker.first, 0 };
static int gauge, log_lines;

static struct bound *bind(void (*function)(void *, struct bound *), void *argument, struct bound *callback)
{
	struct bound *b = malloc(sizeof *b);

	*b = (struct bound){ function, argument, callback };
	return b;
}

static struct afc *make_afc(struct worker *on, struct bound *call)
{
	struct afc *task = malloc(sizeof *task);

	*task = (struct afc){ NULL, on, call }; // NORACE
	snag_whose(task); // ANSWER: fresh
	return task;
}

static void enqueue(struct afc *task)
{
	struct worker *w = task->on;

	pthread_mutex_lock(&w->lock);
	*w->last = task;
	w->last = &task->next;
	pthread_cond_signal(&w->filled);
	pthread_mutex_unlock(&w->lock);
}

static void bar(void *argument, struct bound *callback)
{
	(void)callback;
	++*(int *)argument;
}

static void g(void *argument, struct bound *callback)
{
	++*(int *)argument;
	enqueue(make_afc(&worker, callback));
}

static void *worker_main(void *argument)
{
	struct worker *w = argument;

	for (;;) {
		struct afc *task;
		pthread_mutex_lock(&w->lock);
		while (!w->first && !w->stopping)
			pthread_cond_wait(&w->filled, &w->lock);
		task = w->first;
		if (task) {
			w->first = task->next;
			if (!w->first)
				w->last = &w->first;
		}
		pthread_mutex_unlock(&w->lock);
		if (!task)
			return NULL;
		/* It was taken out of the queue under the lock; whoever made it has forgotten it. */
		/* tasks of both kinds are one class, and one of them is used without a lock */
		snag_whose(task); // ANSWER: taken ; today: shared
		snag_calls(task->call->function); // ANSWER: bar g
		task->call->function(task->call->argument, task->call->callback);
		free(task->call);
		free(task); // NORACE reported: taken
	}
}

static void main_goes_on(void)
{
	puts("queued");
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker_main, &worker);
	enqueue(make_afc(&worker, bind(g, &gauge, bind(bar, &log_lines, NULL))));
	main_goes_on();
	pthread_mutex_lock(&worker.lock);
	worker.stopping = 1;
	pthread_cond_signal(&worker.filled);
	pthread_mutex_unlock(&worker.lock);
	pthread_join(thread, NULL);
	snag_parallel(g, bar); // ANSWER: no: same
	snag_parallel(g, g); // ANSWER: no: same
	snag_parallel(bar, main_goes_on); // ANSWER: yes
	/* The one thread that had it is over. */
	snag_whose(&log_lines); // ANSWER: gone
	printf("%d %d\n", gauge, log_lines);
	return 0;
}
