/* Here something does let the signal in: a function that is handed over, one that is called through a pointer, the second return of
 * setjmp, a mask that was saved before it was blocked, and another set than the one that was blocked. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long sorted, called, jumped, restored, other;
static jmp_buf place;
static sigset_t usr;

static void on_usr1(int number)
{
	(void)number;
	sorted++; // RACE 1
	called++; // RACE 2
	jumped++; // RACE 3
	restored++; // RACE 4
	other++; // RACE 5
}

static void unblock(void)
{
	sigprocmask(SIG_UNBLOCK, &usr, NULL);
}

static void nothing(void)
{
}

static int compare(const void *a, const void *b)
{
	unblock();
	return *(const int *)a - *(const int *)b;
}

static void sorts(void)
{
	int some[3] = { 3, 1, 2 };

	sigprocmask(SIG_BLOCK, &usr, NULL);
	qsort(some, 3, sizeof *some, compare);
	sorted++; // RACE 1
	unblock();
}

static void calls(void (*fn)(void))
{
	sigprocmask(SIG_BLOCK, &usr, NULL);
	fn();
	called++; // RACE 2
	unblock();
}

static void leap(void)
{
	unblock();
	longjmp(place, 1);
}

static void jumps(void)
{
	sigprocmask(SIG_BLOCK, &usr, NULL);
	if (!setjmp(place))
		leap();
	jumped++; // RACE 3: the mask is the one that leap left
	unblock();
}

static void restores(void)
{
	sigset_t all, old;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, NULL, &old);
	sigprocmask(SIG_BLOCK, &all, NULL);
	sigprocmask(SIG_SETMASK, &old, NULL);
	restored++; // RACE 4
}

static void changes(void)
{
	sigset_t set;

	sigfillset(&set);
	sigdelset(&set, SIGUSR1);
	sigprocmask(SIG_SETMASK, &set, NULL);
	other++; // RACE 5
	unblock();
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_usr1 };

	(void)argv;
	sigemptyset(&usr);
	sigaddset(&usr, SIGUSR1);
	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sorts();
	calls(argc > 1 ? unblock : nothing);
	jumps();
	restores();
	changes();
	return 0;
}
