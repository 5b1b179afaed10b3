/* Two signals lead to a handler that ends the process: the second one may interrupt it, and ends it all the same. */
#include <signal.h>
#include <unistd.h>

static int quit;

static void on_end(int number)
{
	quit = 1; // NORACE
	_exit(number);
}

int main(void)
{
	signal(SIGTERM, on_end);
	signal(SIGINT, on_end);
	quit = 0; // NORACE
	while (!quit) // NORACE
		continue;
	return 0;
}
