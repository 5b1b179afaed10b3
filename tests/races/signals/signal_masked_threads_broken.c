/* main blocks the signal, but the worker does not: the handler runs there. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static long range;

static void on_usr1(int number)
{
	(void)number;
	range--; // RACE 1
}

static void *work(void *a)
{
	pause();
	return a;
}

int main(void)
{
	sigset_t set, old;
	pthread_t t;

	signal(SIGUSR1, on_usr1);
	pthread_create(&t, NULL, work, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, &old);
	range++; // RACE 1
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_join(t, NULL);
	return 0;
}
