/* A handler with SA_SIGINFO notes who sent the signal, and a thread looks at the note: it is atomic. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int last_sender;

static void on_usr2(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	last_sender = info->si_pid; // NORACE
}

static void *watch(void *argument)
{
	int seen = 0;

	for (int i = 0; i < 10; i++)
		seen |= last_sender; // NORACE
	printf("%d\n", seen >= 0);
	return argument;
}

int main(void)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO, .sa_sigaction = on_usr2 };
	pthread_t watcher;

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR2, &action, NULL);
	pthread_create(&watcher, NULL, watch, NULL);
	for (int i = 0; i < 5; i++)
		kill(getpid(), SIGUSR2);
	pthread_join(watcher, NULL);
	return 0;
}
