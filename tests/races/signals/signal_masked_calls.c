/* The signal is blocked around calls, in both arms of a branch, and one handler blocks the other. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static struct {
	long low, high;
} range = { 0, 10 };
static long both, either, shared;

static void on_usr1(int number)
{
	(void)number;
	range.low--; // NORACE
	both++; // NORACE
	either++; // RACE 1
	shared++; // NORACE
}

static void on_usr2(int number)
{
	(void)number;
	shared++; // NORACE: each of the two blocks the other
}

static void shift(long by)
{
	range.low += by; // NORACE
	range.high += by; // NORACE
}

static void move(long by)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	shift(by);
	shift(-by);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

static void count(int x)
{
	sigset_t all, old;

	sigfillset(&all);
	if (x)
		sigprocmask(SIG_SETMASK, &all, &old);
	else
		sigprocmask(SIG_BLOCK, &all, &old);
	both++; // NORACE
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (x)
		sigprocmask(SIG_SETMASK, &all, &old);
	either++; // RACE 1: not if x is 0
	sigprocmask(SIG_SETMASK, &old, NULL);
}

static void install(void)
{
	struct sigaction one = { .sa_handler = on_usr1 }, two = { .sa_handler = on_usr2 };

	sigemptyset(&one.sa_mask);
	sigaddset(&one.sa_mask, SIGUSR2);
	sigaction(SIGUSR1, &one, NULL);
	sigemptyset(&two.sa_mask);
	sigaddset(&two.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &two, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	install();
	for (int i = 0; i < 5; i++) {
		move(i);
		count(argc > 1);
	}
	return 0;
}
