/* As pthread_signal_set.c, but with a lock around. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigset_t wanted;

static void *subscribe(void *argument)
{
	for (int i = 0; i < 200; i++) {
		pthread_mutex_lock(&lock);
		sigaddset(&wanted, SIGUSR1); // NORACE
		sigdelset(&wanted, SIGUSR2); // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *ask(void *argument)
{
	int yes = 0;

	for (int i = 0; i < 200; i++) {
		pthread_mutex_lock(&lock);
		yes += sigismember(&wanted, SIGUSR1); // NORACE
		pthread_mutex_unlock(&lock);
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
