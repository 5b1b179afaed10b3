/* A blocked signal that comes nevertheless: another handler lets it in on top of itself, or installs the handler again; and sets
 * that are emptied through a pointer of which it is not known where it leads. */
#include <signal.h>
#include <unistd.h>

static long on_top, again, chosen, indexed;

static void on_usr1(int number)
{
	(void)number;
	on_top++; // RACE 1
}

static void on_hup(int number)
{
	(void)number;
	again++; // RACE 2
}

static void on_term(int number)
{
	(void)number;
	chosen++; // RACE 3
	indexed++; // RACE 4
}

static void on_usr2(int number)
{
	sigset_t one;

	(void)number;
	sigemptyset(&one);
	sigaddset(&one, SIGUSR1);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	signal(SIGHUP, on_hup);
}

static void block_one(int number)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, number);
	sigprocmask(SIG_BLOCK, &one, NULL);
}

int main(int argc, char **argv)
{
	sigset_t a, b, sets[2], *either = argc > 1 ? &a : &b;

	(void)argv;
	signal(SIGUSR1, on_usr1);
	signal(SIGUSR2, on_usr2);
	signal(SIGHUP, on_hup);
	signal(SIGTERM, on_term);
	block_one(SIGUSR1);
	on_top++; // RACE 1: SIGUSR2 comes, and in its handler SIGUSR1
	signal(SIGHUP, SIG_IGN);
	again++; // RACE 2: SIGUSR2 comes, and then SIGHUP
	sigfillset(&a);
	sigfillset(&b);
	sigemptyset(either);
	sigprocmask(SIG_SETMASK, &a, NULL);
	chosen++; // RACE 3: a is empty if there is an argument
	sigfillset(&sets[0]);
	sigfillset(&sets[1]);
	sigemptyset(&sets[argc & 1]);
	sigprocmask(SIG_SETMASK, &sets[0], NULL);
	indexed++; // RACE 4: sets[0] is empty without an argument or with two
	return 0;
}
