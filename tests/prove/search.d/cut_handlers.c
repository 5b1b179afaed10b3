/* A handler may run more often, and on more threads, than is tried; what is ignored does not run at all. */
// search: --define HANDLER=handler race @third @other : not within: a few signals, each in one thread (handler)
// search: --define HANDLER=handler --replay 1 race @once @other : found: confirmed;
// search: --define HANDLER=SIG_IGN --switches 30 --seconds 60 race @once @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <signal.h>

static int x, times;

void handler(int n)
{
	x = n; // @once
	if (++times == 3)
		x = n; // @third
}

static void *work(void *a)
{
	x = 2; // @other
	return a;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, HANDLER);
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
