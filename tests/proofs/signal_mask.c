/* One thread and its handler: what is done while the signal is blocked, and what C lets the two share, cannot be interrupted in the middle. */
#include <signal.h>
#include <stdio.h>

static long guarded, bare;
static volatile sig_atomic_t seen;

static void on_usr1(int number)
{
	(void)number;
	guarded++; // NORACE
	bare++; // RACE 1
	seen = 1; // NORACE
}

int main(void)
{
	sigset_t set, old;

	guarded = 1; // NORACE
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, on_usr1);
	sigprocmask(SIG_BLOCK, &set, &old);
	guarded += 2; // NORACE
	sigprocmask(SIG_SETMASK, &old, NULL);
	bare += 2; // RACE 1
	signal(SIGUSR1, SIG_IGN);
	guarded += 4; // NORACE
	printf("%ld %ld %d\n", guarded, bare, (int)seen);
	return 0;
}
