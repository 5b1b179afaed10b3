/* As volatile_signal.c, but the flag is a lock-free atomic. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1; // NORACE
}

static void *worker(void *argument)
{
	while (!interrupted) // NORACE
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
