/* A handler tells the main loop of a program with one thread that it is time to stop: volatile sig_atomic_t is made for this. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;

static void on_alarm(int number)
{
	(void)number;
	ticks++; // NORACE
}

int main(void)
{
	signal(SIGALRM, on_alarm);
	alarm(1);
	raise(SIGALRM);
	while (ticks == 0) // NORACE
		pause();
	printf("%d\n", ticks > 0); // NORACE
	return 0;
}
