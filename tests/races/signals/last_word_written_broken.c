/* main may be in the middle of its own write when the handler reads. */
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
	connection -= 1; // RACE 1
	leave(number);
}

int main(void)
{
	signal(SIGTERM, on_term);
	while (!quit) // NORACE
		if (connection++ > 9) // RACE 1
			return 1;
	return 0;
}
