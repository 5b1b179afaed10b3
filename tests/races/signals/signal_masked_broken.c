/* One thread and a handler that reads what main writes, and may interrupt main between the two writes, or in the middle of
 * one. */
#include <signal.h>
#include <stdio.h>

static struct {
	long low, high;
} range = { 0, 10 };
static volatile sig_atomic_t width;

static void on_usr1(int number)
{
	(void)number;
	width = (sig_atomic_t)(range.high - range.low); // RACE 1; RACE 2
}

static void move(long by)
{
	range.low += by; // RACE 1
	range.high += by; // RACE 2
}

int main(void)
{
	signal(SIGUSR1, on_usr1);
	for (int i = 0; i < 5; i++) {
		move(i);
		raise(SIGUSR1);
	}
	printf("%d\n", (int)width);
	return 0;
}
