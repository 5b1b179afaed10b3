/* A handler installs itself again, as programs for old systems do. There is one thread, and the signal is blocked while its handler
 * runs: whichever of the two calls installed it, it does not interrupt itself. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long ticks; /* the handler's own */
static volatile sig_atomic_t last;

static void on_alarm(int number)
{
	signal(SIGALRM, on_alarm);
	ticks++; // NORACE
	last = number; // NORACE
}

int main(void)
{
	signal(SIGALRM, on_alarm);
	alarm(1);
	while (!last) // NORACE
		pause();
	puts("done");
	return 0;
}
