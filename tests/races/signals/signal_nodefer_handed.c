/* Flags of sigaction that come from a caller, or from a variable: SA_NODEFER lets a handler interrupt itself. */
#include <signal.h>
#include <unistd.h>

static int handed, kept, chosen, safe;
static int flags = SA_RESTART;

static void on_handed(int number, siginfo_t *info, void *at)
{
	(void)number, (void)info, (void)at;
	handed++; // RACE 1
}

static void on_kept(int number)
{
	(void)number;
	kept++; // RACE 2
}

static void on_chosen(int number)
{
	(void)number;
	chosen++; // RACE 3
}

static void on_safe(int number)
{
	(void)number;
	safe++; // NORACE
}

static void install(int number, int with)
{
	struct sigaction action;

	sigemptyset(&action.sa_mask);
	action.sa_flags = with | SA_SIGINFO;
	action.sa_sigaction = on_handed;
	sigaction(number, &action, NULL);
}

static void install_kept(void)
{
	struct sigaction action = { .sa_handler = on_kept };

	action.sa_flags = flags;
	sigaction(SIGUSR2, &action, NULL);
}

static void install_chosen(int fast)
{
	struct sigaction action = { .sa_handler = on_chosen };

	action.sa_flags = fast ? SA_NODEFER : 0;
	sigaction(SIGHUP, &action, NULL);
}

static void install_safe(int with)
{
	struct sigaction action = { .sa_handler = on_safe };

	action.sa_flags = with;
	sigaction(SIGTERM, &action, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	flags |= SA_NODEFER;
	install(SIGUSR1, SA_NODEFER);
	install_kept();
	install_chosen(argc);
	install_safe(SA_RESTART);
	for (;;)
		pause();
}
