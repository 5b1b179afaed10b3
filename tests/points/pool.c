/* A pool gives out blocks again, for all types: to the classes they are one block. A function stored in one type of block is not called through another, since
 * pointers to records hold no functions. */
#include <stdlib.h>
#include "snag_ask.h"

struct item { struct item *next; };
static struct item *unused;

static void *pool_get(size_t size)
{
	struct item *i = unused;

	if (!i)
		return malloc(size < 64 ? 64 : size);
	unused = *(void **)i;
	return i;
}

static void pool_put(void *p)
{
	*(void **)p = unused;
	unused = p;
}

struct task { struct task *next; int n; };
struct signal { void *handler; void (*done)(int *); };
struct timer { void (*fire)(int *); void *data; };
static void on_signal(int *n) { ++*n; }
static void on_timer(int *n) { --*n; }
static void is_done(int *n) { *n = 0; }

static void signal_add(void *handler, int call)
{
	struct signal *s = pool_get(sizeof *s);
	int n = 0;

	s->handler = handler;
	s->done = is_done;
	if (call) {
		snag_calls(s->handler); // ANSWER: on_signal
		((void (*)(int *))s->handler)(&n);
	}
	pool_put(s);
}

static struct task *task_new(void)
{
	struct task *t = pool_get(sizeof *t);

	t->next = NULL;
	return t;
}

int main(void)
{
	struct timer *t = pool_get(sizeof *t);
	struct task *k;
	int n = 0;

	t->fire = on_timer;
	snag_calls(t->fire); // ANSWER: on_timer
	t->fire(&n);
	pool_put(t);
	k = task_new();
	signal_add(k, 0);
	signal_add(on_signal, 1);
	pool_put(k);
	return n > 100;
}

/* dump-has points:signal_add
   call by field { on_signal }
*/
