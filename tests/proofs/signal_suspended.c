/* A signal that is let in only while its thread waits for it, as in a program that hands signals on: the handler and what main does are
 * never under way at once. Which signals a thread blocks is said on the way from main; what begins elsewhere does not know it. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static sigset_t blocked, before;
static int caught, last;

static void note(int number)
{
	last = number; // NORACE: let in only inside of sigsuspend
	caught = 1; // NORACE
}

/* Called by main; the console decides how often, so main is not followed to the end. */
static int wait_for_one(void)
{
	caught = 0; // NORACE
	while (!caught) // NORACE
		sigsuspend(&before);
	return last; // NORACE
}

static void *work(void *unused)
{
	(void)unused;
	sleep(1);
	return NULL;
}

int main(void)
{
	struct sigaction how = { .sa_handler = note };
	pthread_t worker;
	int sum = 0;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &blocked, &before);
	sigaction(SIGUSR1, &how, NULL);
	if (pthread_create(&worker, NULL, work, NULL) != 0)
		return 1;
	while (getchar() != 'q')
		sum += wait_for_one();
	pthread_join(worker, NULL);
	return sum;
}
