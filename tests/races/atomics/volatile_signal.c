/* A volatile sig_atomic_t is enough between a handler and the thread that it interrupts, but not between two threads: the
 * signal goes to main, and another thread looks at the flag. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1; // RACE 1
}

static void *worker(void *argument)
{
	while (!interrupted) // RACE 1
		usleep(100);
	puts("interrupted");
	return argument;
}

int main(void)
{
	pthread_t thread;
	struct sigaction action = { .sa_handler = on_interrupt };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	pthread_create(&thread, NULL, worker, NULL);
	usleep(1000);
	raise(SIGINT);
	pthread_join(thread, NULL);
	return 0;
}
