/* Blocked in the thread that starts the workers, but one of them lets it in again, and what main touches in front of that, another
 * one touches beside the handler. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static long range, told;

static void on_usr1(int number)
{
	(void)number;
	range--; // RACE 1
}

static void on_usr2(int number)
{
	(void)number;
	told--; // RACE 2
}

static void *let_in(void *a)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGUSR1);
	return a;
}

static void *work(void *a)
{
	told++; // RACE 2: SIGUSR2 is blocked here, and comes to main
	return a;
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_usr1 }, two = { .sa_handler = on_usr2 };
	sigset_t set;
	pthread_t t, u;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sigemptyset(&two.sa_mask);
	sigaction(SIGUSR2, &two, NULL);
	pthread_create(&t, NULL, let_in, NULL);
	pthread_create(&u, NULL, work, NULL);
	range++; // RACE 1: blocked here, and not in let_in
	sigdelset(&set, SIGUSR1);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGUSR2);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
