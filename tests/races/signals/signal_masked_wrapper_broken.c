/* The same functions, not quite: the old mask comes back too early, another number, the set is made too late, the set is emptied
 * again, and the handler is installed for a second signal. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long saved, numbered, made, emptied, second;
static sigset_t ours;

static void on_usr1(int number)
{
	(void)number;
	saved++; // RACE 1
	numbered++; // RACE 2
	made++; // RACE 3
	emptied++; // RACE 4
}

static void on_other(int number)
{
	(void)number;
	second++; // RACE 5
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
	restore(&old);
	saved++; // RACE 1
}

static void numbers(void)
{
	change(SIG_BLOCK, SIGUSR1);
	change(SIG_BLOCK, SIGTERM);
	change(SIG_UNBLOCK, SIGUSR1);
	numbered++; // RACE 2
	change(SIG_UNBLOCK, SIGTERM);
}

static void enter(void)
{
	sigprocmask(SIG_BLOCK, &ours, NULL);
}

static void leave(void)
{
	sigprocmask(SIG_UNBLOCK, &ours, NULL);
}

static void make(void)
{
	sigemptyset(&ours);
	sigaddset(&ours, SIGUSR1);
}

int main(void)
{
	sigset_t old;

	install(SIGUSR1, on_usr1);
	install(SIGUSR2, on_other);
	install(SIGTERM, on_other);
	saves();
	numbers();
	enter();
	made++; // RACE 3: nothing is in the set yet
	leave();
	make();
	sigemptyset(&ours);
	enter();
	emptied++; // RACE 4
	leave();
	change(SIG_BLOCK, SIGUSR2);
	second++; // RACE 5: SIGTERM comes
	change(SIG_UNBLOCK, SIGUSR2);
	block_all(&old);
	second++; // NORACE
	restore(&old);
	return 0;
}
