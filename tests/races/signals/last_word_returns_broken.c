/* The handler comes back if it is the first time. */
#include <signal.h>
#include <stdlib.h>

static int quit, connection;

static void leave(int number)
{
	if (connection++) // RACE 2
		exit(number);
}

static void on_term(int number)
{
	quit = 1; // RACE 1
	connection = -1; // RACE 2
	leave(number);
}

int main(void)
{
	signal(SIGTERM, on_term);
	while (!quit) // RACE 1
		if (connection < 0) // RACE 2
			return 1;
	return 0;
}
