/* One thread and a handler that reads what main writes: main blocks the signal while the two numbers do not fit together. */
#include <signal.h>
#include <stdio.h>

static struct {
	long low, high;
} range = { 0, 10 };
static volatile sig_atomic_t width;

static void on_usr1(int number)
{
	(void)number;
	width = (sig_atomic_t)(range.high - range.low); // NORACE
}

static void move(long by)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	range.low += by; // NORACE
	range.high += by; // NORACE
	sigprocmask(SIG_SETMASK, &old, NULL);
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
