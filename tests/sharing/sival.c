/* A timer's expiry carries a pointer through the kernel to a thread of its own. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct session { long ticks; };

static void expired(union sigval v)
{
	struct session *s = v.sival_ptr;

	s->ticks++; // RACE 1
}

int main(void)
{
	struct session *s = calloc(1, sizeof *s);
	struct sigevent e = { .sigev_notify = SIGEV_THREAD };
	timer_t timer;

	e.sigev_notify_function = expired;
	e.sigev_value.sival_ptr = s;
	if (timer_create(CLOCK_MONOTONIC, &e, &timer))
		return 1;
	s->ticks = 0; // RACE 1
	return 0;
}
