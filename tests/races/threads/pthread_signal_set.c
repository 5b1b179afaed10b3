/* A set of signals that is changed by two threads: each of the library's functions reads or writes it. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static sigset_t wanted;

static void *subscribe(void *argument)
{
	for (int i = 0; i < 200; i++) {
		sigaddset(&wanted, SIGUSR1); // RACE 1
		sigdelset(&wanted, SIGUSR2); // RACE 1
	}
	return argument;
}

static void *ask(void *argument)
{
	int yes = 0;

	for (int i = 0; i < 200; i++) {
		yes += sigismember(&wanted, SIGUSR1); // RACE 1
	}
	printf("%d\n", yes);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sigfillset(&wanted);
	pthread_create(&one, NULL, subscribe, NULL);
	pthread_create(&two, NULL, ask, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
