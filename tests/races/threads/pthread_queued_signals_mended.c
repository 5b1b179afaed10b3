/* As pthread_queued_signals.c, but each has its own record. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static sigset_t jobs;

static void *first(void *argument)
{
	siginfo_t latest;

	for (int i = 0; i < 3; i++)
		sigwaitinfo(&jobs, &latest); // NORACE
	return argument;
}

static void *second(void *argument)
{
	struct timespec limit = { 0, 1000000 };
	siginfo_t latest;

	for (int i = 0; i < 5; i++)
		sigtimedwait(&jobs, &latest, &limit); // NORACE
	return argument;
}

int main(void)
{
	pthread_t one, two;
	union sigval value = { .sival_int = 4 };
	sigset_t waiting;

	sigemptyset(&jobs);
	sigaddset(&jobs, SIGRTMIN);
	sigprocmask(SIG_BLOCK, &jobs, NULL);
	pthread_create(&one, NULL, first, NULL);
	pthread_create(&two, NULL, second, NULL);
	for (int i = 0; i < 4; i++)
		sigqueue(getpid(), SIGRTMIN, value);
	pthread_join(two, NULL);
	for (int i = 0; i < 3; i++)
		pthread_sigqueue(one, SIGRTMIN, value);
	pthread_join(one, NULL);
	sigpending(&waiting);
	printf("%d left\n", sigismember(&waiting, SIGRTMIN));
	return 0;
}
