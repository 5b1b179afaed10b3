/* Blocked, but not here, not this one, not in all threads, or let in meanwhile. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long other, late, waited, below, mask_one;

static void on_usr1(int number)
{
	(void)number;
	other++; // RACE 1
	late++; // RACE 2
	waited++; // RACE 3
	below++; // RACE 4
	mask_one++; // RACE 5
}

static void on_usr2(int number)
{
	(void)number;
	mask_one++; // RACE 5: this one blocks the other, the other does not block this one
}

static void wrong_signal(void)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &old);
	other++; // RACE 1
	sigprocmask(SIG_SETMASK, &old, NULL);
}

static void too_late(void)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	late++; // RACE 2
}

static void waits(void)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	waited++; // RACE 3
}

static void add(void)
{
	below++; // RACE 4: main calls it, too
}

static void adds(void)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	add();
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int main(void)
{
	struct sigaction one = { .sa_handler = on_usr1 }, two = { .sa_handler = on_usr2 };

	sigemptyset(&one.sa_mask);
	sigaction(SIGUSR1, &one, NULL);
	sigemptyset(&two.sa_mask);
	sigaddset(&two.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &two, NULL);
	wrong_signal();
	too_late();
	waits();
	adds();
	add();
	return 0;
}
