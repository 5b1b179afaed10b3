/* A handler of a fault does not run in the search, though somebody may send the signal, or abort; what is ignored needs no word. */
// search: --define INSTALL=SIGABRT,handler race @handled @other : not within: a few signals, each in one thread (handler)
// search: --define INSTALL=SIGSEGV,handler race @handled @other : not within: a few signals, each in one thread (handler)
// search: --define INSTALL=SIGFPE,handler race @handled @other : not within: a few signals, each in one thread (handler)
// search: --define INSTALL=SIGABRT,SIG_IGN --switches 30 --seconds 60 race @handled @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <signal.h>

static int x;

void handler(int n)
{
	x = n; // @handled
}

static void *work(void *a)
{
	x = 2; // @other
	return a;
}

int main(void)
{
	pthread_t t;

	signal(INSTALL);
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
