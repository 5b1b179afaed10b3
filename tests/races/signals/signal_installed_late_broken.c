/* As signal_installed_late.c, but it is configured once more behind the installation. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long level;

static void on_signal(int number)
{
	(void)number;
	if (level > 2) // RACE 1
		(void)!write(1, "late\n", 5);
}

static void configure(long to)
{
	level = to; // RACE 1
}

static void install(void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
}

int main(void)
{
	configure(1);
	install(on_signal);
	configure(3);
	raise(SIGHUP);
	puts("done");
	return 0;
}
