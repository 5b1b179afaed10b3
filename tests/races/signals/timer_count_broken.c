/* A timer that notifies by a thread (SIGEV_THREAD), written as if it were an interrupt of main: no lock on either side. Two
 * expiries may overlap, too. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int beats;

static void on_tick(union sigval value)
{
	(void)value;
	beats++; // RACE 1
}

static int look(void)
{
	int now;

	now = beats; // RACE 1
	return now;
}

int main(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_tick };
	struct itimerspec every = { { 0, 1000000 }, { 0, 1000000 } };
	timer_t timer;
	int seen = 0;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return 1;
	timer_settime(timer, 0, &every, NULL);
	for (int i = 0; i < 10; i++) {
		usleep(1000);
		seen += look();
	}
	printf("%d\n", seen >= 0);
	return 0;
}
