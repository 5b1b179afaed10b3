/* As event_loop_broken.c, but the feeder posts CLOSED before it handles an event itself, and TIMEOUT after: quit may run meanwhile, tick comes later. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

enum event { READABLE, TIMEOUT, CLOSED };

struct loop {
	pthread_mutex_t lock;
	pthread_cond_t ready;
	enum event event[8];
	int n;
	void (*on_readable)(struct loop *);
	void (*on_timeout)(struct loop *);
	void (*on_closed)(struct loop *);
	int bytes, ticks, running;
};

static void post(struct loop *l, enum event e)
{
	pthread_mutex_lock(&l->lock);
	snag_held(&l->lock); // ANSWER: must
	if (l->n < 8)
		l->event[l->n++] = e;
	pthread_cond_signal(&l->ready);
	pthread_mutex_unlock(&l->lock);
}

static enum event wait_event(struct loop *l)
{
	enum event e;

	pthread_mutex_lock(&l->lock);
	while (!l->n)
		pthread_cond_wait(&l->ready, &l->lock);
	e = l->event[--l->n];
	pthread_mutex_unlock(&l->lock);
	return e;
}

static void read_some(struct loop *l)
{
	l->bytes++; // RACE 1
}

static void tick(struct loop *l)
{
	l->ticks += l->bytes;
}

static void quit(struct loop *l)
{
	l->running = 0;
}

static void run(struct loop *l)
{
	while (l->running) {
		switch (wait_event(l)) {
		case READABLE:
			snag_calls(l->on_readable); // ANSWER: read_some
			l->on_readable(l);
			break;
		case TIMEOUT:
			snag_calls(l->on_timeout); // ANSWER: tick
			l->on_timeout(l);
			break;
		case CLOSED:
			snag_calls(l->on_closed); // ANSWER: quit
			l->on_closed(l);
			break;
		}
	}
}

static void feed(struct loop *l)
{
	post(l, READABLE);
	post(l, CLOSED);
	l->on_readable(l);
	post(l, TIMEOUT);
}

static void *feeder(void *argument)
{
	feed(argument);
	return NULL;
}

int main(void)
{
	static struct loop loop = { .lock = PTHREAD_MUTEX_INITIALIZER, .ready = PTHREAD_COND_INITIALIZER, .on_readable = read_some,
		                    .on_timeout = tick, .on_closed = quit, .running = 1 };
	pthread_t thread;

	pthread_create(&thread, NULL, feeder, &loop);
	run(&loop);
	pthread_join(thread, NULL);
	snag_parallel(read_some, read_some); // ANSWER: yes
	snag_parallel(tick, tick); // ANSWER: no: same
	snag_parallel(read_some, tick); // ANSWER: no ; today: yes
	snag_parallel(read_some, quit); // ANSWER: yes
	snag_parallel(read_some, feed); // ANSWER: yes
	printf("%d %d\n", loop.bytes, loop.ticks);
	return 0;
}
