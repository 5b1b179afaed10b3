/* Masks that functions of the program set and put back: with a set of the caller's, with a number, with a set that is made once at
 * the start; and a handler that a function installs for the number it is given. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long saved, numbered, made, nested;
static sigset_t ours;

static void on_usr1(int number)
{
	(void)number;
	saved++; // NORACE
	numbered++; // NORACE
	made++; // NORACE
	nested++; // NORACE
}

static void install(int number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

static void block_all(sigset_t *old)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, old);
}

static void restore(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}

static void change(int how, int number)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, number);
	sigprocmask(how, &one, NULL);
}

static void saves(void)
{
	sigset_t old;

	block_all(&old);
	saved++; // NORACE
	restore(&old);
}

static void numbers(void)
{
	change(SIG_BLOCK, SIGUSR1);
	change(SIG_BLOCK, SIGTERM);
	numbered++; // NORACE
	change(SIG_UNBLOCK, SIGTERM);
	numbered++; // NORACE: this one is still blocked
	change(SIG_UNBLOCK, SIGUSR1);
}

static void enter(void)
{
	sigprocmask(SIG_BLOCK, &ours, NULL);
}

static void leave(void)
{
	sigprocmask(SIG_UNBLOCK, &ours, NULL);
}

static void inner(void)
{
	sigset_t old;

	block_all(&old);
	nested++; // NORACE
	restore(&old);
}

static void outer(void)
{
	sigset_t old;

	block_all(&old);
	inner();
	nested++; // NORACE: inner has put back what outer had set
	restore(&old);
}

static void make(void)
{
	sigemptyset(&ours);
	sigaddset(&ours, SIGUSR1);
	sigaddset(&ours, SIGUSR2);
}

int main(void)
{
	make();
	install(SIGUSR1, on_usr1);
	saves();
	numbers();
	enter();
	made++; // NORACE
	leave();
	outer();
	return 0;
}
