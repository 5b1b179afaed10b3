/* KISS Figure 2: a driver that is stopped while a request comes in. The request looks at the flag, and counts itself in after that: in between
 * the driver may stop. What the paper writes as atomic is atomic here, and its event is waited for in a loop.
 *
 * The race on the flag needs no waiting thread (2.2): Stop runs at once, is ended behind its write, and main's own call reads. The assertion (2.3)
 * needs one: Stop must run in the middle of Increment. */
// search: --ts 0 race @set @look : found
// search: --ts 0 assert @work : not within
// search: --ts 1 assert @work : found
// search: assert @work : found
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct device_extension {
	atomic_int pending_io;
	bool stopping_flag;
	atomic_bool stopping_event;
};

static atomic_bool stopped;

static int io_increment(struct device_extension *e)
{
	if (e->stopping_flag) // RACE 1: @look
		return -1;
	atomic_fetch_add(&e->pending_io, 1);
	return 0;
}

static void io_decrement(struct device_extension *e)
{
	if (atomic_fetch_sub(&e->pending_io, 1) == 1)
		e->stopping_event = true; // NORACE
}

static void pnp_add(struct device_extension *e)
{
	int status = io_increment(e);

	if (status == 0)
		assert(!stopped); // NORACE: @work
	io_decrement(e);
}

static void *pnp_stop(void *argument)
{
	struct device_extension *e = argument;

	e->stopping_flag = true; // RACE 1: @set
	io_decrement(e);
	while (!e->stopping_event)
		sched_yield();
	stopped = true;
	return NULL;
}

int main(void)
{
	struct device_extension *e = malloc(sizeof *e);
	pthread_t thread;

	e->pending_io = 1;
	e->stopping_flag = false;
	e->stopping_event = false;
	stopped = false;
	pthread_create(&thread, NULL, pnp_stop, e);
	pnp_add(e);
	pthread_join(thread, NULL);
	return 0;
}
