/* A handler, and the function that installs it. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <signal.h>

static int seen;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void on_signal(int number)
{
	(void)number;
	seen++; // RACE 1
}

int main(void)
{
	seen = 1;
	wait_for_input();
	signal(SIGUSR1, on_signal);
	seen = 2; // RACE 1
	return seen;
}
