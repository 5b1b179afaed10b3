/* Signals are blocked in all threads; one thread waits for them with sigwait. What it does then is written as if it were a
 * handler: a volatile variable and no lock. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t generation;
static sigset_t set;

static void *signal_thread(void *argument)
{
	int number;

	while (sigwait(&set, &number) == 0 && number == SIGHUP) {
		generation++; // RACE 1
	}
	return argument;
}

static int current_generation(void)
{
	int now;

	pthread_mutex_lock(&lock);
	now = generation; // RACE 1
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	pthread_t thread;
	int seen = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&thread, NULL, signal_thread, NULL);
	for (int i = 0; i < 5; i++) {
		pthread_kill(thread, SIGHUP);
		seen += current_generation();
	}
	pthread_kill(thread, SIGTERM);
	pthread_join(thread, NULL);
	printf("%d\n", seen >= 0);
	return 0;
}
