/* A library's handler runs only after the exported function has installed it; behind that it interrupts who goes on. */
// PROVED: harness
#include <signal.h>

static int caught;

static void on_signal(int number)
{
	if (number == SIGUSR1)
		caught++; // RACE 1
}

int library_watch(void)
{
	signal(SIGUSR1, on_signal);
	return caught; // RACE 1
}
