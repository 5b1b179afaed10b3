/* What a handler reads is set up before it is installed, by functions that main calls, and the handler is installed by another one,
 * for two signals. Before that it does not run. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char name[32];
static long level;

static void on_signal(int number)
{
	(void)number;
	if (level > 2) // NORACE
		(void)!write(1, name, sizeof name); // NORACE
}

static void configure(long to)
{
	level = to; // NORACE
	strcpy(name, "late"); // NORACE
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
	configure(3);
	install(on_signal);
	raise(SIGHUP);
	puts("done");
	return 0;
}
