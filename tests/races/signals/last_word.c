/* The handler ends the process: main does not go on to read what it has set, and has set nothing itself. */
#include <signal.h>
#include <stdlib.h>

static int quit, connection;

static void leave(int number)
{
	exit(number);
}

static void on_term(int number)
{
	quit = 1; // NORACE
	connection = -1;
	leave(number);
}

int main(void)
{
	signal(SIGTERM, on_term);
	while (!quit) // NORACE
		if (connection < 0)
			return 1;
	return 0;
}
