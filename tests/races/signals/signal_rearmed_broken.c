/* As signal_rearmed.c, but it is installed for a second signal, which may interrupt the first. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long ticks;
static volatile sig_atomic_t last;

static void on_alarm(int number)
{
	signal(number, on_alarm);
	ticks++; // RACE: counts for two signals
	last = number; // NORACE
}

int main(void)
{
	signal(SIGALRM, on_alarm);
	signal(SIGHUP, on_alarm);
	alarm(1);
	while (!last) // NORACE
		pause();
	puts("done");
	return 0;
}
