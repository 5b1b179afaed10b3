/* As pthread_sigwait.c, but it changes it without: a signal thread is a thread like the others. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level = 1;

static void *signal_thread(void *argument)
{
	sigset_t *set = argument;
	int number;

	while (sigwait(set, &number) == 0 && number != SIGTERM) {
		level++; // RACE 1
	}
	return NULL;
}

static void *worker(void *argument)
{
	int highest = 0;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		if (level > highest) // RACE 1
			highest = level; // RACE 1
		pthread_mutex_unlock(&lock);
		usleep(20);
	}
	printf("%d\n", highest > 0);
	return argument;
}

int main(void)
{
	pthread_t signals, one;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&signals, NULL, signal_thread, &set);
	pthread_create(&one, NULL, worker, NULL);
	for (int i = 0; i < 5; i++) {
		kill(getpid(), SIGHUP);
		usleep(200);
	}
	pthread_join(one, NULL);
	pthread_kill(signals, SIGTERM);
	pthread_join(signals, NULL);
	return 0;
}
