/* KISS Figure 2 as the drivers' people fixed it: a request counts itself in first and looks at the flag then, and counts itself out if it came too
 * late. The flag is atomic. Neither the race nor the failing assertion is there. */
// search: --ts 0 race @set @look : not within
// search: --ts 1 race @set @look : not within
// search: --ts 1 assert @work : not within
// search: assert @work : not within
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct device_extension {
	atomic_int pending_io;
	atomic_bool stopping_flag;
	atomic_bool stopping_event;
};

static atomic_bool stopped;

static void io_decrement(struct device_extension *e)
{
	if (atomic_fetch_sub(&e->pending_io, 1) == 1)
		e->stopping_event = true; // NORACE
}

static int io_increment(struct device_extension *e)
{
	atomic_fetch_add(&e->pending_io, 1);
	if (e->stopping_flag) { // NORACE: @look
		io_decrement(e);
		return -1;
	}
	return 0;
}

static void pnp_add(struct device_extension *e)
{
	if (io_increment(e) == 0) {
		assert(!stopped); // NORACE: @work
		io_decrement(e);
	}
}

static void *pnp_stop(void *argument)
{
	struct device_extension *e = argument;

	e->stopping_flag = true; // NORACE: @set
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
