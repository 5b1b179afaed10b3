/* As signal_nodefer.c, but with SA_NODEFER the handlers of the three may interrupt themselves: each has a way of its own to say
 * so. The fourth shares a function with the first and has no such flag. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

static long hangups, users, children, quits;
static struct sigaction for_child;

static void on_hangup(int number)
{
	(void)number;
	hangups++; // RACE
}

static void on_user(int number)
{
	(void)number;
	users++; // RACE
}

static void on_child(int number)
{
	(void)number;
	children++; // RACE
}

static void on_quit(int number)
{
	(void)number;
	quits++; // NORACE
}

int main(void)
{
	struct sigaction first = { .sa_handler = on_hangup, .sa_flags = SA_NODEFER }, second;

	sigaction(SIGHUP, &first, NULL);
	memset(&second, 0, sizeof second);
	second.sa_handler = on_user;
	second.sa_flags |= SA_NODEFER;
	sigaction(SIGUSR1, &second, NULL);
	for_child.sa_handler = on_child;
	for_child.sa_flags = SA_NODEFER | SA_NOCLDSTOP;
	sigaction(SIGCHLD, &for_child, NULL);
	signal(SIGQUIT, on_quit);
	raise(SIGHUP);
	puts("done");
	return 0;
}
