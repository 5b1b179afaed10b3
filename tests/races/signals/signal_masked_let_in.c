/* The other handler blocks more and puts back what it has found; and whichever set it is, all of them are filled. */
#include <signal.h>
#include <unistd.h>

static long on_top, again, chosen;

static void on_usr1(int number)
{
	(void)number;
	on_top++; // NORACE
}

static void on_hup(int number)
{
	(void)number;
	again++; // NORACE
}

static void on_term(int number)
{
	(void)number;
	chosen++; // NORACE
}

static void on_usr2(int number)
{
	sigset_t all, old;

	(void)number;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	signal(SIGPIPE, SIG_IGN);
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
	sigset_t a, b, *either = argc > 1 ? &a : &b;

	(void)argv;
	signal(SIGUSR1, on_usr1);
	signal(SIGUSR2, on_usr2);
	signal(SIGHUP, on_hup);
	signal(SIGTERM, on_term);
	block_one(SIGUSR1);
	on_top++; // NORACE
	signal(SIGHUP, SIG_IGN);
	again++; // NORACE
	sigemptyset(either);
	sigfillset(&a);
	sigprocmask(SIG_SETMASK, &a, NULL);
	chosen++; // NORACE
	return 0;
}
