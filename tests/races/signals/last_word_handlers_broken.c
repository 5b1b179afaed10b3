/* The handler that ends the process reads what another one writes, which may come while it runs. */
#include <signal.h>
#include <stdlib.h>

static int children;

static void on_child(int number)
{
	children += number; // RACE 1
}

static void on_term(int number)
{
	exit(children + number); // RACE 1
}

int main(void)
{
	signal(SIGCHLD, on_child);
	signal(SIGTERM, on_term);
	for (;;)
		continue;
}
