/* A handler and the main loop of a program with one thread count in the same long: the handler may interrupt the main loop
 * between its load and its store. C allows a handler no other shared object than atomics and volatile sig_atomic_t. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long ticks;

static void on_alarm(int number)
{
	(void)number;
	ticks++; // RACE 1
}

int main(void)
{
	signal(SIGALRM, on_alarm);
	alarm(1);
	raise(SIGALRM);
	ticks += 2; // RACE 1
	signal(SIGALRM, SIG_IGN);
	return 0;
}
