/* The handler reads what main, or the handler that it interrupts, may be about to write. */
#include <signal.h>
#include <unistd.h>

static int quit;

static void on_end(int number)
{
	quit += 1; // RACE 1
	_exit(number);
}

int main(void)
{
	signal(SIGTERM, on_end);
	signal(SIGINT, on_end);
	quit = 0; // RACE 1
	while (!quit)
		continue;
	return 0;
}
