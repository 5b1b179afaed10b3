/* A thread begins with the mask of who starts it. The signal is blocked before the workers are started: only main ever takes it, so
 * the handler interrupts main and nobody else, and main blocks it where that matters. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static long range;
static volatile sig_atomic_t stop;

static void on_usr1(int number)
{
	(void)number;
	range--; // NORACE
	stop = 1; // NORACE: only main is interrupted by this
}

static void *work(void *count)
{
	for (int i = 0; i < 100; i++)
		++*(long *)count;
	return NULL;
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_usr1 };
	sigset_t set;
	pthread_t t;
	long count = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, work, &count);
	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	range++; // NORACE
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	while (!stop) // NORACE
		raise(SIGUSR1);
	pthread_join(t, NULL);
	return 0;
}
