/* A POSIX timer that notifies by a thread (SIGEV_THREAD): each expiry is a thread of its own, so two may overlap, and both
 * overlap with main, but not with what main did before the timer existed. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int beats, interval;

static void on_tick(union sigval value)
{
	pthread_mutex_lock(value.sival_ptr);
	snag_held(&lock); // ANSWER: must
	beats += interval;
	pthread_mutex_unlock(value.sival_ptr);
}

static void configure(void)
{
	interval = 2;
}

static void look(void)
{
	pthread_mutex_lock(&lock);
	printf("%d\n", beats);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_tick, .sigev_value.sival_ptr = &lock };
	struct itimerspec every = { { 0, 1000000 }, { 0, 1000000 } };
	timer_t timer;

	configure();
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return 1;
	timer_settime(timer, 0, &every, NULL);
	usleep(20000);
	look();
	snag_parallel(on_tick, configure); // ANSWER: no: before
	snag_parallel(on_tick, look); // ANSWER: yes
	snag_parallel(on_tick, on_tick); // ANSWER: yes
	return 0;
}
