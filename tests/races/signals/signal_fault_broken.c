/* As signal_fault.c, but somebody else decides when the signal comes: the handler may find main half way through a store. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int stage;

static void report(int number)
{
	(void)number;
	if (stage) // RACE 1
		_exit(1);
}

int main(void)
{
	signal(SIGTERM, report);
	stage = 1; // RACE 1
	puts("ready");
	return 0;
}
