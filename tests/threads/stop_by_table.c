/* Services with a table of operations each: one stops by a join, the other one by letting its thread go. Which is which
 * follows from the table. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct service { const struct ops *ops; pthread_t thread; };
struct ops { void (*start)(struct service *); void (*stop)(struct service *); };
static int a, b;

static void pull(void)
{
	a++;
}

static void push(void)
{
	b++;
}

static void *puller(void *x)
{
	pull();
	return x;
}

static void *pusher(void *x)
{
	push();
	return x;
}

static void pull_start(struct service *s)
{
	pthread_create(&s->thread, NULL, puller, s);
}

static void push_start(struct service *s)
{
	pthread_create(&s->thread, NULL, pusher, s);
}

static void wait_stop(struct service *s)
{
	pthread_join(s->thread, NULL);
}

static void leave_stop(struct service *s)
{
	pthread_detach(s->thread);
}

static const struct ops pull_ops = { pull_start, wait_stop }, push_ops = { push_start, leave_stop };
static struct service in = { &pull_ops, 0 }, out = { &push_ops, 0 };

static void over(void)
{
	puts("over");
}

static void run(struct service *s)
{
	s->ops->start(s);
}

static void end(struct service *s)
{
	s->ops->stop(s);
}

int main(void)
{
	run(&in);
	run(&out);
	end(&in);
	end(&out);
	over();
	snag_parallel(over, pull); // ANSWER: no: joined
	snag_parallel(over, push); // ANSWER: yes
	pthread_exit(NULL);
}
