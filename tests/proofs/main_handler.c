/* A handler, and the function that installs it. Main leads there. */
// PROVED: confirmed
#include <signal.h>

static int seen;

static void on_signal(int number)
{
	(void)number;
	seen++; // RACE 1
}

int main(void)
{
	seen = 1;
	signal(SIGUSR1, on_signal);
	seen = 2; // RACE 1
	return seen;
}
