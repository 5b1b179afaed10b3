/* The signal stays blocked, whatever functions outside are called meanwhile: none of these changes the mask, and sigsuspend puts
 * it back before it returns. A function that is handed over and called changes it no more. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long printed, written, suspended, sorted, restored, barred;

static void on_usr1(int number)
{
	(void)number;
	printed++; // NORACE
	written++; // NORACE
	suspended++; // NORACE
	sorted++; // NORACE
	restored++; // NORACE
	barred++; // NORACE
}

static int compare(const void *a, const void *b)
{
	sorted++; // NORACE: called from within qsort, below
	return *(const int *)a - *(const int *)b;
}

static void block(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void prints(void)
{
	char *copy;

	block();
	printf("begin\n");
	printed++; // NORACE
	copy = malloc(10);
	strcpy(copy, "x");
	free(copy);
	printed++; // NORACE
	sleep(1);
	printed++; // NORACE
}

static void writes(void)
{
	struct timespec t = { 0, 1000 };

	block();
	if (write(1, "x", 1) < 0 || read(0, &t, 0) < 0)
		nanosleep(&t, NULL);
	written++; // NORACE
}

static void waits(void)
{
	sigset_t none;

	sigemptyset(&none);
	block();
	suspended++; // NORACE: the handler runs inside sigsuspend, neither before nor after it
	alarm(1);
	sigsuspend(&none);
	suspended++; // NORACE
}

static void sorts(void)
{
	int some[3] = { 3, 1, 2 };

	block();
	qsort(some, 3, sizeof *some, compare);
	sorted++; // NORACE
}

/* Blocked by the caller, blocked once more, and put back to what it was: blocked. */
static void nested(void)
{
	sigset_t all, old;

	block();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	restored++; // NORACE
	sigprocmask(SIG_SETMASK, &old, NULL);
	restored++; // NORACE
}

static void bars(void)
{
	block();
	__asm__ volatile("" ::: "memory");
	barred++; // NORACE
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_usr1 };
	sigset_t set;

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = SIG_IGN }, NULL);
	prints();
	writes();
	waits();
	sorts();
	nested();
	bars();
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}
