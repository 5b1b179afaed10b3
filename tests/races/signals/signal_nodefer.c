/* Three handlers of one signal each, one thread. SA_RESTART says nothing of what may interrupt what; a signal is blocked while its
 * handler runs. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

static long hangups, users, children;
static struct sigaction for_child;

static void on_hangup(int number)
{
	(void)number;
	hangups++; // NORACE
}

static void on_user(int number)
{
	(void)number;
	users++; // NORACE
}

static void on_child(int number)
{
	(void)number;
	children++; // NORACE
}

int main(void)
{
	struct sigaction first = { .sa_handler = on_hangup, .sa_flags = SA_RESTART }, second;

	sigaction(SIGHUP, &first, NULL);
	memset(&second, 0, sizeof second);
	second.sa_handler = on_user;
	second.sa_flags |= SA_RESTART;
	sigaction(SIGUSR1, &second, NULL);
	for_child.sa_handler = on_child;
	for_child.sa_flags = SA_RESTART | SA_NOCLDSTOP;
	sigaction(SIGCHLD, &for_child, NULL);
	raise(SIGHUP);
	puts("done");
	return 0;
}
